"""Printing of models, data and the MJCF schema, for mj_printModel and its siblings.

Documents: API / Printing
"""

from gelenk.api.printing.forms import check_format as check_format
from gelenk.api.printing.models import model_text as model_text
from gelenk.api.printing.models import schema_html as schema_html
from gelenk.api.printing.models import schema_rows as schema_rows
from gelenk.api.printing.models import schema_text as schema_text
from gelenk.api.printing.states import data_text as data_text
