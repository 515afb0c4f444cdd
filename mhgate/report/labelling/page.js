"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const place = "mhgate-labels:" + data.form;
  const find = (id) => document.getElementById(id);
  const words = { yes: "yes", no: "no", not_sure: "not sure", not_applicable: "not applicable", leave_out: "left out" };
  const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
  const state = { rater: "", role: "", at: 0, readings: {} };
  let view = "welcome";
  let keeps = true;      // whether the browser keeps anything
  let unsaved = false;   // answers that are in no file yet
  const gradesOf = (question) => Object.entries(question.grades || {});
  const worded = (answer) => words[answer] || "grade " + answer;
  let paused = 0;        // how many were answered when the last pause was suggested

  // --- what is kept in this browser: answers and notes, never a conversation

  function load() {
    try {
      const kept = JSON.parse(localStorage.getItem(place) || "null");
      if (kept && kept.readings) {
        for (const row of data.rows) {
          if (kept.readings[row.row]) state.readings[row.row] = kept.readings[row.row];
        }
        state.rater = String(kept.rater || "");
        state.role = String(kept.role || "");
        state.at = Math.min(Math.max(0, Number(kept.at) || 0), Math.max(0, data.rows.length - 1));
      }
      localStorage.setItem(place + ":try", "1");
      localStorage.removeItem(place + ":try");
    } catch {
      keeps = false;
    }
  }

  function keep() {
    try {
      localStorage.setItem(place, JSON.stringify(state));
    } catch {
      keeps = false;
    }
    if (!keeps) {
      find("kept").textContent = "This page speaks to no network. This browser keeps nothing: save the file before you close the page.";
    }
  }

  // --- small things

  function say(text) {
    // a text that stands there already is not spoken again
    find("said").textContent = "";
    setTimeout(() => { find("said").textContent = text; }, 30);
  }

  function made(name, text, className) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  function fill(parent, children) {
    parent.replaceChildren(...children);
  }

  function reading(row) {
    return state.readings[row.row] || { answer: "", note: "", at: "" };
  }

  function write(row, change) {
    state.readings[row.row] = { ...reading(row), ...change };
    unsaved = true;
    keep();
    count();
  }

  const handled = () => data.rows.filter((row) => reading(row).answer).length;

  function count() {
    const done = handled();
    const total = data.rows.length;
    const out = data.rows.filter((row) => reading(row).answer === "leave_out").length;
    find("progress").max = Math.max(1, total);
    find("progress").value = done;
    find("progress-words").textContent = done + " of " + total + " answered" + (out ? ", " + out + " of them left out" : "");
  }

  function show(name, focus) {
    view = name;
    for (const each of ["welcome", "reading", "pause", "done"]) find(each).hidden = each !== name;
    window.scrollTo(0, 0);
    find(focus).focus();
  }

  // --- one conversation

  // what the answers mean, and the buttons for them: yes and no, or grades
  function anchors(question) {
    find("yes").textContent = question.yes;
    find("no").textContent = question.no;
    const isGraded = Boolean(question.grades);
    find("yes-and-no").hidden = isGraded;
    for (const name of ["yes", "no"]) document.querySelector('[data-answer="' + name + '"]').hidden = isGraded;
    find("grades").hidden = find("grade-choices").hidden = !isGraded;
    fill(find("grades"), gradesOf(question).flatMap(([grade, text]) => {
      const meaning = made("dd", text);
      meaning.id = "grade-means-" + grade;
      return [made("dt", grade), meaning];
    }));
    fill(find("grade-choices"), gradesOf(question).map(([grade]) => {
      const button = made("button", grade);
      button.type = "button";
      button.dataset.answer = grade;
      if (grade.length === 1) button.setAttribute("aria-keyshortcuts", grade);
      button.setAttribute("aria-describedby", "grade-means-" + grade);
      return button;
    }));
    find("key-not-sure").textContent = isGraded ? "U" : "3";
    find("key-third").textContent = isGraded ? "A" : "4";
    for (const [name, digit, letter] of [["not_sure", "3", "U"], ["not_applicable", "4", "A"]]) {
      document.querySelector('[data-answer="' + name + '"]').setAttribute("aria-keyshortcuts", isGraded ? letter : digit + " " + letter);
    }
    const third = question.not_applicable;
    find("third-answer").hidden = !third;
    find("third").textContent = third || "";
    document.querySelector('[data-answer="not_applicable"]').hidden = !third;
  }

  function open(at) {
    state.at = Math.min(Math.max(0, at), data.rows.length - 1);
    keep();
    const row = data.rows[state.at];
    const question = data.questions[row.question];
    find("where").textContent = "Conversation " + (state.at + 1) + " of " + data.rows.length;
    find("question").textContent = question.text;
    anchors(question);
    find("examples").hidden = question.examples.length === 0;
    find("examples").open = false;
    fill(find("example-list"), question.examples.map((example) => {
      const item = made("li");
      item.append(made("q", example.reply, "text"), " ", made("strong", example.answer), ": " + example.because);
      return item;
    }));
    fill(find("turns"), row.turns.map((turn) => {
      const item = made("li", undefined, turn.who === "Chatbot" ? "chatbot" : "person");
      const text = made("div", turn.text || "(nothing)", "text");
      text.dir = "auto";
      item.append(made("span", turn.who, "who"), text);
      return item;
    }));
    find("leave-form").hidden = true;
    find("leave").setAttribute("aria-expanded", "false");
    find("previous").disabled = state.at === 0;
    find("next").textContent = "";
    find("next").append(state.at === data.rows.length - 1 ? "To the end " : "Next ", made("kbd", "\u2192"));
    mark(row);
    show("reading", "where");
  }

  function mark(row) {
    const given = reading(row);
    for (const button of document.querySelectorAll("[data-answer]")) {
      button.setAttribute("aria-pressed", String(button.dataset.answer === given.answer));
    }
    find("note").value = given.note || "";
    find("clear").disabled = !given.answer;
    find("now").textContent = given.answer ? "Your answer so far: " + worded(given.answer) + "." : "No answer yet.";
  }

  function answer(value, note) {
    const row = data.rows[state.at];
    const before = handled();
    const change = { answer: value, at: new Date().toISOString() };
    if (note !== undefined) change.note = note;
    write(row, change);
    const done = handled();
    const said = value === "leave_out" ? "Left out. " : "Kept: " + worded(value) + ". ";
    const isLast = state.at === data.rows.length - 1;
    if (!isLast && done > before && done % data.break_every === 0 && done !== paused) {
      paused = done;
      find("pause-words").textContent = data.words.pause;
      show("pause", "pause-head");
      say(said + "A pause is suggested.");
    } else {
      forward();
      say(said + (view === "done" ? "That was the last one." : find("where").textContent));
    }
  }

  function forward() {
    if (state.at < data.rows.length - 1) open(state.at + 1);
    else finish();
  }

  function finish() {
    const left = data.rows.length - handled();
    find("done-words").textContent = left
      ? "There " + (left === 1 ? "is 1 conversation" : "are " + left + " conversations") + " without an answer. You may leave them out, come back to them, or save what there is."
      : "Every conversation has an answer, or was left out.";
    find("first-open").hidden = left === 0;
    show("done", "done-head");
  }

  function leaveForm(isOpen) {
    find("leave-form").hidden = !isOpen;
    find("leave").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      find("reason").value = "";
      find("reason").focus();
    } else {
      find("leave").focus();
    }
  }

  // --- the file

  function file() {
    return {
      mhgate_labels: "1",
      form: data.form,
      rater: state.rater,
      role: state.role,
      saved_at: new Date().toISOString(),
      readings: data.rows.map((row) => {
        const question = data.questions[row.question];
        const given = reading(row);
        return {
          row: row.row,
          answer: given.answer,
          note: given.note || "",
          at: given.at || "",
          question: question.text,
          yes: question.yes,
          no: question.no,
          grades: gradesOf(question).map(([grade, text]) => grade + ": " + text).join("\n"),
          conversation: row.turns.map((turn) => turn.who + ": " + turn.text).join("\n\n"),
        };
      }),
    };
  }

  function save() {
    if (!state.rater || !state.role) {
      show("welcome", "rater");
      say("Please give your id and role first.");
      return;
    }
    const blob = new Blob([JSON.stringify(file(), null, 1)], { type: "application/json" });
    const link = made("a");
    link.href = URL.createObjectURL(blob);
    link.download = "labels-" + data.form + "-" + state.rater + ".json";
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    unsaved = false;
    say("Saved: " + handled() + " of " + data.rows.length + " answered. The file is where your browser keeps downloads.");
  }

  // --- what can be pressed

  find("about").addEventListener("submit", (event) => {
    event.preventDefault();
    const rater = find("rater").value.trim();
    const wrong = !idPattern.test(rater)
      ? "Your id may hold letters, digits, dot and dash, and begins with a letter or a digit."
      : !find("role").value ? "Please choose your role." : "";
    find("about-wrong").textContent = wrong;
    find("about-wrong").hidden = !wrong;
    if (wrong) {
      find(idPattern.test(rater) ? "role" : "rater").focus();
      return;
    }
    state.rater = rater;
    state.role = find("role").value;
    keep();
    if (data.rows.length) open(state.at);
    else finish();
  });
  find("about").noValidate = true; // its own words are said in a live region

  document.querySelector(".answers").addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-answer]");
    if (button) answer(button.dataset.answer);
  });
  find("leave").addEventListener("click", () => leaveForm(find("leave-form").hidden));
  find("leave-not").addEventListener("click", () => leaveForm(false));
  find("leave-form").addEventListener("submit", (event) => {
    event.preventDefault();
    answer("leave_out", find("reason").value.trim() || reading(data.rows[state.at]).note);
  });
  find("note").addEventListener("input", () => write(data.rows[state.at], { note: find("note").value }));
  find("note").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") find("where").focus();
  });
  find("previous").addEventListener("click", () => open(state.at - 1));
  find("next").addEventListener("click", forward);
  find("clear").addEventListener("click", () => {
    write(data.rows[state.at], { answer: "", at: "" });
    mark(data.rows[state.at]);
    find("where").focus();
    say("Your answer is taken back.");
  });
  find("go-on").addEventListener("click", forward);
  find("save").addEventListener("click", save);
  find("save-now").addEventListener("click", save);
  find("first-open").addEventListener("click", () => open(data.rows.findIndex((row) => !reading(row).answer)));
  find("look-again").addEventListener("click", () => open(0));
  find("forget").addEventListener("click", () => {
    if (!confirm("Forget all answers on this computer? Save the file first if you want to keep them.")) return;
    try { localStorage.removeItem(place); } catch { keeps = false; }
    state.readings = {};
    state.at = 0;
    unsaved = false;
    count();
    show("welcome", "welcome-head");
    say("Forgotten.");
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && view === "reading" && !find("leave-form").hidden) {
      leaveForm(false);
      return;
    }
    const typing = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea");
    if (typing || !find("keys").checked || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.key.toLowerCase() === "s" && view !== "welcome") {
      event.preventDefault();
      save();
      return;
    }
    if (view !== "reading") return;
    const grades = data.questions[data.rows[state.at].question].grades;
    const digits = grades ? {} : { 1: "yes", 2: "no", 3: "not_sure", 4: "not_applicable" };
    const letters = { u: "not_sure", a: "not_applicable" };
    const isGrade = grades && Object.hasOwn(grades, event.key);
    const pressed = isGrade ? event.key : digits[event.key] || letters[event.key.toLowerCase()];
    const button = pressed && document.querySelector('[data-answer="' + pressed + '"]');
    if (button && !button.hidden) answer(pressed);
    else if (event.key === "0") leaveForm(true);
    else if (event.key === "ArrowLeft" && state.at > 0) open(state.at - 1);
    else if (event.key === "ArrowRight") forward();
    else if (event.key.toLowerCase() === "n") find("note").focus();
    else return;
    event.preventDefault();
  });

  const themes = ["system", "light", "dark"];
  let theme = 0;
  find("theme").addEventListener("click", () => {
    theme = (theme + 1) % themes.length;
    if (theme) document.documentElement.dataset.theme = themes[theme];
    else delete document.documentElement.dataset.theme;
    find("theme").textContent = "Colours: " + ["as the system", "light", "dark"][theme];
  });

  window.addEventListener("beforeunload", (event) => {
    if (!keeps && unsaved) event.preventDefault();
  });

  // --- and begin

  load();
  fill(find("warning"), data.words.warning.map((text) => made("p", text)));
  fill(find("how"), data.words.how.map((text) => made("p", text)));
  find("pause-plan").textContent = data.words.pause_plan;
  for (const each of document.querySelectorAll(".support-head")) each.textContent = data.words.support_head;
  for (const each of document.querySelectorAll(".support-lines")) fill(each, data.support.map((line) => made("li", line)));
  find("rater").value = state.rater;
  find("role").value = state.role;
  const before = handled();
  if (before) {
    find("resumed").hidden = false;
    find("resumed").textContent = "This browser has kept " + before + " of your answers. You go on where you stopped.";
  }
  paused = before;
  count();
  keep();
})();
