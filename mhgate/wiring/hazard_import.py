"""A hazard log of a spreadsheet -> the file of hazards that is reviewed and kept beside thresholds.

The file is a copy with its source's digest. It is edited by hand, or imported again.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from mhgate.errors import UsageError
from mhgate.evidence.hazard_log import read_hazards
from mhgate.evidence.hazard_sheet import ReadHazards, read_hazard_sheet
from mhgate.records.hazards import HazardFile
from mhgate.report import write_text
from mhgate.wiring.importing.toml_text import toml_text
from mhgate.wiring.people_files import bytes_of

__all__ = ["hazards_text", "import_hazards"]

_HEAD = """# Hazards, as people state them; `mhgate hazards import` wrote this from the file below.
# The program derives no risk. A probe names its hazard: @probe(..., hazard = "H-012"), or
# hazard = "H-012" in its table of thresholds.toml.

"""


def import_hazards(
    sheet: Path, output: Path, *, on: date, columns: Mapping[str, str], replace: bool
) -> ReadHazards:
    """Import a CSV file of hazards.

    Args:
        sheet: the file.
        output: the file of hazards to write.
        on: the day, which the file states.
        columns: headers by what they are, where they have other names.
        replace: whether a file that is there may be replaced.

    Returns:
        What was read.

    Raises:
        RatingsError: the sheet is no text, or no CSV.
        UsageError: it cannot be read, lacks columns, has rows that are wrong, or the output is
            there already.
    """
    if output.exists() and not replace:
        raise UsageError(
            f"{output}: is there already; nothing was written.",
            hint="Say --replace: what was edited by hand in it is lost.",
        )
    data = bytes_of(sheet, optional=False) or b""
    found = read_hazard_sheet(data, name=str(sheet), on=on, columns=columns)
    text = hazards_text(found.file)
    read_hazards(text.encode("utf-8", "backslashreplace"), name=str(output))
    write_text(text, output)
    return found


def hazards_text(file: HazardFile) -> str:
    """Return hazards as the TOML that is kept.

    Args:
        file: the hazards.
    """
    head = {
        "source": file.source,
        "source_sha256": file.source_sha256,
        **({} if file.imported is None else {"imported": file.imported}),
    }
    rows = [
        {key: value for key, value in each.model_dump().items() if value} for each in file.hazards
    ]
    return _HEAD + toml_text({**head, "hazard": rows})
