"""Holds ``mhgate agreement`` to the 28 cells of arXiv:2510.19032, in one command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mhgate.records import AgreementReport

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "mentalalign"
MAPPING = ROOT / "examples/agreement/mentalalign.toml"

pytestmark = pytest.mark.slow

JUDGES = ("Claude-3.7-Sonnet", "GPT-4o", "Gemini-2.5-Flash", "o4-mini")

# ICC(C,1) / ICC(A,1) / bias / MSE and category, judge by judge
TABLE = """
Guidance        .881/.837/+.248/.923 GR   .849/.475/+.771/1.513 GR  .855/.682/+.486/1.368 MR  .948/.786/+.440/1.114 GR
Informativeness .915/.915/-.101/.829 GR   .856/.681/+.461/.958 GR   .878/.877/+.115/1.032 MR  .918/.908/-.144/.846 GR
Relevance       .730/.743/+.054/.999 PR   .532/.243/+.389/.780 MR   .306/.137/+.401/.880 PR   .342/.140/+.431/.804 PR
Safety          .685/.597/+.118/.521 PR   .480/.279/+.218/.451 PR   .377/.222/+.208/.550 PR   .259/.117/+.251/.534 PR
Empathy         .906/.474/+.641/1.181 MR  .835/.288/+.817/1.391 MR  .838/.380/+.703/1.310 MR  .883/.499/+.581/1.117 MR
Helpfulness     .900/.742/+.427/.946 GR   .800/.457/+.669/1.130 MR  .734/.385/+.747/1.354 PR  .871/.660/+.474/.912 MR
Understanding   .791/.806/+.031/1.084 MR  .823/.485/+.349/.769 GR   .362/.180/+.397/.934 PR   .871/.592/+.303/.758 GR
"""  # noqa: E501 - a table is read across

# 95 % bounds of ICC(C,1), judge by judge, from the results page of the repository it names
INTERVALS = """
Guidance        .764 .980  .650 .975  .557 .956  .744 .976
Informativeness .830 .972  .655 .964  .522 .962  .638 .978
Relevance       .394 .987  .267 .826  .011 .767  .069 .673
Safety          .333 .961  .116 .858  .077 .868  .081 .703
Empathy         .429 .958  .331 .891  .401 .918  .476 .945
Helpfulness     .734 .992  .407 .924  .271 .832  .578 .934
Understanding   .563 .956  .549 .884  .137 .781  .636 .938
"""

WORDS = {"GR": "good", "MR": "moderate", "PR": "poor"}


def _published() -> dict[tuple[str, str], tuple[list[float], str, tuple[float, float]]]:
    found = {}
    for line, bounds in zip(TABLE.split("\n")[1:-1], INTERVALS.split("\n")[1:-1], strict=True):
        attribute, *words = line.split()
        same, *ends = bounds.split()
        assert attribute == same
        for place, judge in enumerate(JUDGES):
            numbers = [float(each) for each in words[2 * place].split("/")]
            lower, upper = map(float, ends[2 * place : 2 * place + 2])
            found[judge, attribute] = (numbers, WORDS[words[2 * place + 1]], (lower, upper))
    return found


CELLS = _published()


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """Return what the command prints, as JSON, with 1,000 resamples as is the default."""
    if not DATA.is_dir():
        pytest.skip("no public data: mentalalign is not beside the checkout")
    words = ["agreement", str(DATA), "--mapping", str(MAPPING), "--json"]
    ran = subprocess.run(
        [sys.executable, "-m", "mhgate", *words], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "exit 0: agreement was measured; nothing was decided" in ran.stderr
    loaded: dict[str, Any] = json.loads(ran.stdout)
    return loaded


@pytest.fixture(scope="module")
def report(printed: dict[str, Any]) -> AgreementReport:
    return AgreementReport.model_validate(printed)


def test_the_table_has_28_cells() -> None:
    """Four judges, seven attributes."""
    assert len(CELLS) == 28


@pytest.mark.parametrize(("judge", "attribute"), CELLS)
def test_a_cell_is_reproduced(report: AgreementReport, judge: str, attribute: str) -> None:
    """ICC within .006, bias and MSE within .005, interval bounds within .16."""
    (consistency, absolute, bias, error), _, bounds = CELLS[judge, attribute]
    cell = next(
        each for each in report.judges if (each.judge, each.attribute) == (judge, attribute)
    )
    assert cell.sources is not None
    assert cell.replies is not None
    assert cell.sources.n_sources == 9
    assert cell.sources.consistency.value == pytest.approx(consistency, abs=0.006)
    assert cell.sources.absolute.value == pytest.approx(absolute, abs=0.006)
    assert cell.replies.bias.mean == pytest.approx(bias, abs=0.005)
    assert cell.replies.mse == pytest.approx(error, abs=0.005)
    drawn = cell.sources.published_interval
    assert drawn is not None
    assert drawn.resamples == 1000
    assert (drawn.lower, drawn.upper) == pytest.approx(bounds, abs=0.16)


def test_the_category_hangs_on_the_seed(report: AgreementReport) -> None:
    """As was found out: over other seeds the published word returns in about 83 % of the cases."""
    recovered = []
    for cell in report.judges:
        if cell.parts or cell.sources is None:
            continue
        found = cell.sources.published
        assert found.reseeds == 200 == sum(found.tally.values())
        assert found.stability == found.tally[found.category or "none"] / 200
        recovered.append(found.tally.get(CELLS[cell.judge, cell.attribute][1], 0) / 200)
    assert sum(recovered) / 28 == pytest.approx(0.83, abs=0.03)
    assert min(recovered) < 0.2


def test_single_replies_agree_far_less(report: AgreementReport) -> None:
    """ICC(C,1) .26 to .61 where a gate lives; judges inflate by .374, on empathy by .686."""
    cells = [each for each in report.judges if not each.parts]
    values = [each.replies.consistency.value for each in cells if each.replies]
    assert (min(values), max(values)) == pytest.approx((0.26, 0.61), abs=0.006)
    bias = [each.replies.bias.mean for each in cells if each.replies]
    assert sum(bias) / 28 == pytest.approx(0.374, abs=0.002)
    empathy = [
        each.replies.bias.mean for each in cells if each.attribute == "Empathy" and each.replies
    ]
    assert sum(empathy) / 4 == pytest.approx(0.686, abs=0.002)
    for each in cells:
        assert each.replies is not None
        assert each.replies.lin == pytest.approx(each.replies.absolute.value, abs=0.001)


def test_composites_and_accounts_are_there(report: AgreementReport) -> None:
    """CSS of four, ARS of three, each judge's own family out, every reply accounted for."""
    assert [each.attribute for each in report.judges if each.parts] == ["CSS", "ARS"] * 4
    for each in report.judges:
        assert len(each.left_out_sources) == 1
        left = {reason.reason: reason.n for reason in each.account.left_out}
        assert left["of the judge's own family"] == 1000
        assert each.account.read == 10_000
    assert set(report.digests) == {path.name for path in DATA.glob("*.xlsx")} | {"mapping"}
