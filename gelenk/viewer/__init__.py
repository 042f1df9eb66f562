"""The interactive viewer, for programs that import it: its functions say that drawing is not there yet.

Documents: Programming / Visualization
"""

from gelenk.api import drawing

launch = drawing.later("launch")
launch_from_path = drawing.later("launch_from_path")
launch_passive = drawing.later("launch_passive")
Handle = drawing.later_class("Handle")
