"""Tables from which other packages are derived, and which import none of these packages."""
