"use strict";
// The list of trials: a window on it, filters, and one trial in full. Data is shown as text alone;
// nothing is fetched, and nothing is kept.
(() => {
  const find = (name) => document.getElementById(name);
  const data = JSON.parse(find("data").textContent);
  const [MET, PARTLY, MISSED, FAILED] = [0, 1, 2, 3];
  const STATES = ["met", "partly met", "missed", "not measured"];
  const LONGEST_CHOICE = 60;  // values of a stratum that a menu still holds
  const list = find("list");
  const rows = find("rows");
  const opened = new Set();   // conversations that a reader has opened, by place
  let shown = [];             // places of the trials that the filters leave
  let active = 0;             // a place in shown
  let detail = -1;            // the trial that is open, by place
  let height = 0;             // of a row, in pixels

  function made(name, text, className) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  const probeName = (place) => data.probes[place][0];
  const strataOf = (trial) => trial.strata.map((value, key) => value < 0 ? "" : data.keys[key] + " " + data.values[key][value]).filter(Boolean);
  const isMissed = (row) => row[1] === MISSED || row[1] === PARTLY;

  // --- what is searched: names, strata, what was said

  const words = new Array(data.trials.length);

  function wordsOf(place) {
    if (words[place] === undefined) {
      const trial = data.trials[place];
      const parts = [trial.id, trial.family, ...strataOf(trial)];
      for (const row of trial.rows) parts.push(probeName(row[0]), STATES[row[1]], row[2]);
      const held = data.conversations && data.conversations[place];
      if (held) {
        for (const turn of held.turns) parts.push(turn[2].map((piece) => piece[0]).join(""));
        for (const answer of held.answers) parts.push(answer.why);
      }
      words[place] = parts.join("\n").toLowerCase();
    }
    return words[place];
  }

  // --- filters

  function choices() {
    for (const [place, name] of data.pillars.entries()) {
      const option = made("option", name);
      option.value = String(place);
      find("pillar").append(option);
    }
    data.keys.forEach((key, place) => {
      if (data.values[place].length > LONGEST_CHOICE) return;
      const group = made("optgroup");
      group.label = key;
      data.values[place].forEach((value, number) => {
        const option = made("option", key + ": " + value);
        option.value = place + "/" + number;
        group.append(option);
      });
      find("stratum").append(group);
    });
  }

  function fits(trial, pillar, outcome) {
    return trial.rows.some((row) => {
      if (pillar !== "" && data.probes[row[0]][1] !== Number(pillar)) return false;
      if (outcome === "missed") return isMissed(row);
      if (outcome === "failed") return row[1] === FAILED;
      if (outcome === "met") return row[1] === MET;
      return true;
    });
  }

  function filter() {
    const said = find("search").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const pillar = find("pillar").value;
    const outcome = find("outcome").value;
    const [key, value] = find("stratum").value.split("/").map(Number);
    const hasStratum = find("stratum").value !== "";
    const found = [];
    data.trials.forEach((trial, place) => {
      if (hasStratum && trial.strata[key] !== value) return;
      if ((pillar !== "" || outcome !== "") && !fits(trial, pillar, outcome)) return;
      if (said.length && !said.every((word) => wordsOf(place).includes(word))) return;
      found.push(place);
    });
    if (find("order").value === "name") {
      found.sort((one, other) => data.trials[one].id < data.trials[other].id ? -1 : 1);
    }
    shown = found;
    active = 0;
    list.scrollTop = 0;
    find("found").textContent = found.length + " of " + data.trials.length + " trials";
    draw();
  }

  // --- the window

  function told(trial) {
    const missed = trial.rows.filter(isMissed).length;
    const failed = trial.rows.filter((row) => row[1] === FAILED).length;
    const parts = [];
    if (missed) parts.push("missed " + missed + " of " + trial.rows.length);
    if (failed) parts.push("not measured " + failed + " of " + trial.rows.length);
    if (!parts.length) parts.push("met " + trial.rows.length + " of " + trial.rows.length);
    return parts.concat(strataOf(trial)).join(", ");
  }

  function draw() {
    height = height || 3.4 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    rows.style.height = shown.length * height + "px";
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 5);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + 5);
    const drawn = [];
    for (let at = first; at < last; at += 1) drawn.push(option(at));
    if (shown.length && (active < first || active >= last)) drawn.push(option(active));
    rows.replaceChildren(...drawn);
    if (shown.length) list.setAttribute("aria-activedescendant", "trial-" + active);
    else list.removeAttribute("aria-activedescendant");
  }

  function option(at) {
    const trial = data.trials[shown[at]];
    const element = made("div");
    element.id = "trial-" + at;
    element.setAttribute("role", "option");
    element.setAttribute("aria-setsize", String(shown.length));
    element.setAttribute("aria-posinset", String(at + 1));
    element.setAttribute("aria-selected", String(shown[at] === detail));
    element.dataset.at = String(at);
    element.style.top = at * height + "px";
    if (at === active) element.className = "active";
    element.append(made("span", trial.id), made("span", told(trial), "told"));
    return element;
  }

  function move(to) {
    if (!shown.length) return;
    active = Math.min(shown.length - 1, Math.max(0, to));
    const top = active * height;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
    draw();
  }

  // --- one trial

  function open(place, focus) {
    detail = place;
    const trial = data.trials[place];
    find("detail-head").textContent = trial.id;
    const parts = [made("p", ["family " + trial.family, ...strataOf(trial)].join(", "))];
    parts.push(outcomes(trial));
    const courses = trial.rows.filter((row) => row[4] && row[4].some((cell) => cell[3]));
    for (const row of courses) parts.push(course(row));
    const held = data.conversations && data.conversations[place];
    if (held) parts.push(...conversation(held, place));
    else if (data.conversations) parts.push(made("p", "What was said in this trial is not in this file."));
    parts.push(steps());
    find("detail-body").replaceChildren(...parts);
    draw();
    if (focus) find("detail-head").focus();
    find("detail").scrollTop = 0;
  }

  function table(caption, heads, lines) {
    const element = made("table");
    element.append(made("caption", caption));
    const top = made("tr");
    for (const head of heads) {
      const cell = made("th", head);
      cell.scope = "col";
      top.append(cell);
    }
    const body = made("tbody");
    for (const line of lines) {
      const row = made("tr");
      line.forEach((text, place) => {
        const cell = made(place ? "td" : "th", text);
        if (!place) cell.scope = "row";
        row.append(cell);
      });
      body.append(row);
    }
    const head = made("thead");
    head.append(top);
    element.append(head, body);
    return element;
  }

  function wide(element, label) {
    const frame = made("div", undefined, "wide");
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", label);
    frame.tabIndex = 0;
    frame.append(element);
    return frame;
  }

  function outcomes(trial) {
    const lines = trial.rows.map((row) => [probeName(row[0]), STATES[row[1]], row[2]]);
    return wide(table("What each probe saw", ["probe", "outcome", "what was answered"], lines), "Outcomes of the trial");
  }

  // the course of this conversation: which cells rest on which of the product's turns
  function course(row) {
    const cells = row[4].filter((cell) => cell[3]).sort((one, other) => one[3] - other[3]);
    const turns = Math.max(row[3], ...cells.map((cell) => cell[3]));
    const heads = ["cell", ...Array.from({ length: turns }, (_, number) => String(number + 1))];
    const lines = cells.map((cell) => [
      cell[0] + (cell[1] ? " (" + cell[1] + ")" : ""),
      ...Array.from({ length: turns }, (_, number) => number + 1 !== cell[3] ? "" : cell[2] === 1 ? "\u2713 met" : cell[2] === 0 ? "\u2717 missed" : "shown"),
    ]);
    const element = table(probeName(row[0]) + ": on which of the product's turns each cell rests", heads, lines);
    element.className = "grid-turns";
    return wide(element, "Course of " + probeName(row[0]));
  }

  function conversation(held, place) {
    const head = made("h4", "What was said");
    const box = made("div");
    box.id = "said";
    const turns = made("ol", undefined, "turns");
    let session = 0;
    for (const [who, of, pieces] of held.turns) {
      if (of !== session) {
        session = of;
        turns.append(made("li", "A new session begins: nothing of what stands above was sent again."));
      }
      const item = made("li", undefined, who);
      item.append(made("span", who, "who"));
      const text = made("span", undefined, "text");
      for (const [said, numbers] of pieces) {
        if (!numbers.length) {
          text.append(said);
          continue;
        }
        const mark = made("mark", said);
        mark.append(made("sup", numbers.join(" ")), made("span", " (quoted for answer " + numbers.join(", ") + ")", "hidden-text"));
        text.append(mark);
      }
      item.append(text);
      turns.append(item);
    }
    box.append(turns);
    const answers = made("div");
    answers.id = "answers";
    if (held.answers.length) {
      const lines = held.answers.map((answer, number) => [
        String(number + 1), probeName(answer.probe), answer.said, answer.why,
        answer.quoted ? answer.quoted + " marked" : "",
        answer.lost.length ? "not found word by word: " + answer.lost.join(" | ") : "",
      ]);
      answers.append(made("h4", "What was made of it"), wide(table("Answers; their numbers stand at the words they quote", ["answer", "probe", "said", "why", "quotes", ""], lines), "Answers"));
    }
    const button = made("button");
    button.type = "button";
    button.id = "open-said";
    button.setAttribute("aria-controls", "said answers");
    const set = () => {
      const isOpen = opened.has(place);
      button.textContent = isOpen ? "Blur this conversation" : "Show this conversation";
      button.setAttribute("aria-expanded", String(isOpen));
      for (const each of [box, answers]) {
        each.classList.toggle("blurred", !isOpen);
        each.inert = !isOpen;
        if (isOpen) each.removeAttribute("aria-hidden");
        else each.setAttribute("aria-hidden", "true");
      }
    };
    button.addEventListener("click", () => {
      if (!opened.delete(place)) opened.add(place);
      set();
    });
    set();
    const warning = made("p", "It may be about a crisis, and hard to read.", "warning");
    return [head, warning, button, box, answers];
  }

  function steps() {
    const box = made("p");
    for (const [name, text, step] of [["previous", "Previous trial", -1], ["next", "Next trial", 1], ["back", "Back to the list", 0]]) {
      const button = made("button", text);
      button.type = "button";
      button.id = name + "-trial";
      const to = shown.indexOf(detail) + step;
      button.disabled = step !== 0 && (to < 0 || to >= shown.length);
      button.addEventListener("click", () => {
        if (step === 0) {
          list.focus();
          return;
        }
        move(to);
        open(shown[active], true);
      });
      box.append(button, " ");
    }
    return box;
  }

  // --- the table of the worst leads to the trial

  function leads() {
    const places = new Map(data.trials.map((trial, place) => [trial.id, place]));
    for (const row of document.querySelectorAll("#worst tr[data-trial]")) {
      const place = places.get(row.dataset.trial);
      if (place === undefined) continue;
      const button = made("button", row.dataset.trial);
      button.type = "button";
      button.addEventListener("click", () => {
        for (const name of ["search", "pillar", "outcome", "stratum", "order"]) find(name).value = "";
        filter();
        move(place);
        open(place, true);
        find("detail-head").scrollIntoView({ block: "nearest" });
      });
      row.querySelector("th").replaceChildren(button);
    }
  }

  list.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });
  list.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-at]");
    if (!chosen) return;
    active = Number(chosen.dataset.at);
    open(shown[active], false);
  });
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(list.clientHeight / height) - 1);
    const steps = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: shown.length - 1 };
    if (event.key in steps) move(steps[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && shown.length) open(shown[active], true);
    else return;
    event.preventDefault();
  });
  find("filters").addEventListener("submit", (event) => event.preventDefault());
  find("filters").addEventListener("input", filter);
  window.addEventListener("resize", () => { height = 0; draw(); });
  window.addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("details")) each.open = true;
  });
  find("browser").hidden = false;
  choices();
  leads();
  filter();
})();
