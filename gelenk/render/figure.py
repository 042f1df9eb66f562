def draw(buffer, con, viewport, fig) -> None:
    """todo"""
