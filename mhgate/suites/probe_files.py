"""A module of a suite -> its probes; everything that is wrong with them, with file and line."""

from __future__ import annotations

import ast
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from mhgate.canonical import digest
from mhgate.errors import Mistake
from mhgate.records import Probe, Question, QuestionFlow, Rubric, strip_test_prefix
from mhgate.suites.declaring import DECLARATION, Declaration
from mhgate.suites.hazard_named import without_hazards
from mhgate.suites.probe_mistakes import mistakes_of
from mhgate.suites.reply_reading import READERS

__all__ = ["Compiler", "compile_plainly", "read_probes"]

Compiler = Callable[[Path, bytes], CodeType]


def compile_plainly(path: Path, source: bytes) -> CodeType:
    """Compile a module as Python does; the pytest face hands in one that rewrites asserts.

    Asserts stay in, whatever ``python -O`` says: an exact probe without them would always pass.
    """
    return compile(source, str(path), "exec", dont_inherit=True, optimize=0)


def read_probes(
    path: Path,
    *,
    suite: str,
    pillar: str,
    questions: Mapping[str, Question],
    rubrics: Mapping[str, Rubric | QuestionFlow],
    compile_module: Compiler,
) -> tuple[list[Probe], list[Mistake]]:
    """Run one module of a suite and return its probes.

    Args:
        path: the module, ``test_*.py``.
        suite: the suite's name, for the module's name.
        pillar: the pillar that the probes belong to.
        questions: what the suite's questions.toml declares.
        rubrics: those that its modules name, question flows with them, by file.
        compile_module: how source becomes code.

    Returns:
        The probes in the order of the file, and what is wrong with the file.
    """
    source = path.read_bytes()
    try:
        tree = ast.parse(source, str(path))
        module = _run(path, suite, compile_module(path, source))
    except SyntaxError as error:
        where = f"{path}:{error.lineno or 1}"
        return [], [Mistake(where, error.msg, "Python that compiles", "Mend the syntax.")]
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - sys.exit(0) in a module must not end as exit 0
        return [], [_broke_while_running(path, error)]
    text = source.decode("utf-8", "replace")
    plain = without_hazards(text, tree)
    nodes = {
        node.name: node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    probes: list[Probe] = []
    mistakes = _lost_probes(path, tree)
    seen: set[str] = set()
    for name, function in vars(module).items():
        declared = getattr(function, DECLARATION, None)
        if not isinstance(declared, Declaration) or not isinstance(function, FunctionType):
            continue
        if function.__module__ != module.__name__ or name not in nodes:
            continue
        node = nodes[name]
        seen.add(name)
        where = f"{path}:{node.lineno} ({name})"
        found = mistakes_of(where, node, function, declared, questions=questions, rubrics=rubrics)
        mistakes += found
        if not found:
            segment = ast.get_source_segment(text, node) or text
            probes.append(
                Probe(
                    id=f"{pillar}.{strip_test_prefix(name)}",
                    name=strip_test_prefix(name),
                    pillar=pillar,
                    items=declared.items,
                    question=declared.question,
                    expect=declared.expect,
                    exact=declared.is_exact,
                    never=declared.never,
                    reads=declared.reads,
                    at_least=declared.at_least,
                    measure=declared.used_measure,
                    statistic=declared.used_statistic,
                    by=declared.by,
                    levels=tuple(declared.levels),
                    advisory=declared.advisory,
                    rubric=declared.rubric,
                    dimension=declared.dimension,
                    tier=declared.used_tier,
                    hazard=declared.hazard,
                    doc=inspect.getdoc(function) or "",
                    path=str(path),
                    line=node.lineno,
                    # an exact check may lean on the rest of its module; a judged one cannot
                    source_digest=digest((plain if declared.exact else segment).encode()),
                    parameters=tuple(inspect.signature(function).parameters),
                    check=function if declared.exact else READERS.get(declared.reads or ""),
                )
            )
    mistakes += [
        Mistake(
            f"{path}:{node.lineno} ({name})",
            "a test function without @probe",
            "@probe(items=..., question=..., expect=...) or @probe(items=..., exact=True)",
            "Declare it, or move it out of the suite's folder.",
        )
        for name, node in nodes.items()
        if name.startswith("test_") and not hasattr(getattr(module, name, None), DECLARATION)
    ]
    mistakes += [
        Mistake(
            f"{path}:{node.lineno} ({name})",
            f"a probe that has become {type(getattr(module, name, None)).__name__}",
            "a plain function",
            "Take the other decorators away, and do not assign its name anew.",
        )
        for name, node in nodes.items()
        if name not in seen and hasattr(getattr(module, name, None), DECLARATION)
    ]
    return probes, mistakes


def _lost_probes(path: Path, tree: ast.Module) -> list[Mistake]:
    """Find probes that the module would never show: hidden in a block, or overwritten."""
    seen: dict[str, int] = {}
    mistakes = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in seen and (_is_probe(node) or node.name.startswith("test_")):
                mistakes.append(
                    Mistake(
                        f"{path}:{node.lineno} ({node.name})",
                        f"a second function of this name; the first is in line {seen[node.name]}",
                        "one function a name",
                        "Rename one: Python keeps the last, and the other would go unmeasured.",
                    )
                )
            seen[node.name] = node.lineno
            continue
        mistakes += [
            Mistake(
                f"{path}:{inner.lineno} ({inner.name})",
                "a probe inside of a class or a block",
                "probes at the top of the module",
                "Move it there: which probes there are must not depend on anything.",
            )
            for inner in ast.walk(node)
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and _is_probe(inner)
        ]
    return mistakes


def _is_probe(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", None)
        if name == "probe":
            return True
    return False


def _run(path: Path, suite: str, code: CodeType) -> ModuleType:
    name = f"mhgate_suites.{suite}.{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # dataclasses and pickling look a module up by its name
    exec(code, module.__dict__)  # noqa: S102 - a suite is the team's own code, as a conftest.py is
    return module


def _broke_while_running(path: Path, error: BaseException) -> Mistake:
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    where = f"{path}:{lines[-1] if lines else 1}"
    return Mistake(
        where,
        f"{type(error).__name__}: {error}",
        "a module that can be imported",
        "Run it with python to see the whole traceback.",
    )
