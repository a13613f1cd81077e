// What the commands show: a document of a few kinds of blocks, written as text or as Markdown.
import { sentence } from "./messages.js";
import { count, counted, named, safe, width } from "./words.js";

/** The report of `analyze`. */
export function reportDocument(report, where, all) {
  const { totals } = report;
  const version = report.assignmentVersion;
  const first = report.assignmentAccepted
    ? sentence("show-assignment", { version, controller: named(report.controller), at: safe(report.generatedAt) })
    : sentence("show-no-assignment");
  return [
    title(where),
    line(first),
    line(
      sentence("show-totals", {
        brokers: counted(report.brokers.length, "broker"),
        groups: counted(totals.groups, "group"),
        explicit: count(totals.explicit),
        hash: count(totals.hash),
        unserved: count(totals.unserved),
        offsets: counted(totals.offsets, "offset"),
        transactions: counted(totals.transactions, "transaction"),
      }),
    ),
    ...section(
      "show-brokers",
      ["slot", "broker", "health", ">groups", ">by entry", ">transactions", ">partitions"],
      report.brokers,
      ({ slot, id, health, groups, explicit, transactions, partitions }) =>
        [slot, named(id, all), health, ...[groups, explicit, transactions, partitions].map(count)],
      all,
    ),
    ...section(
      "show-groups",
      ["group", "coordinator", "tier", "hash says", "home", ">offsets", "noted"],
      report.groups,
      (group) => [
        named(group.groupId, all),
        named(group.owner, all) + (group.served || group.owner === null ? "" : ` ${sentence("show-unserved")}`),
        group.tier + (group.entries > 1 ? ` (${sentence("show-entries", { count: group.entries })})` : ""),
        named(group.hashAnswer, all),
        named(group.homeBroker, all),
        group.file === null ? sentence("show-no-file") : group.file.loads ? count(group.file.reachableOffsets) : sentence("show-refused"),
        group.oddities.join(", "),
      ],
      all,
    ),
    ...section(
      "show-transactions",
      ["transactional id", "coordinator", ">slot", "state", ">producer id", ">epoch", "groups"],
      report.transactions,
      ({ transactionalId, coordinator, slot, state, producerId, epoch, groups }) =>
        [named(transactionalId, all), named(coordinator, all), slot, state, producerId, epoch, groups.map((id) => named(id, all)).join(", ")],
      all,
    ),
    ...findingBlocks(report, all),
  ];
}

/** The result of `explain`. */
export function explanationDocument(explanation, all) {
  const { groupId, coordinator, tier, health, counterfactual, counterfactualSearched } = explanation;
  const args = { broker: named(coordinator, all), health: health ?? sentence("show-no-row") };
  return [
    title(named(groupId, all)),
    line(sentence(coordinator === null ? "show-nobody" : `show-by-${tier}`, args)),
    steps(explanation.steps.map((step) => step.text)),
    heading(sentence("show-counterfactual")),
    ...(counterfactual.length === 0
      ? [line(sentence(counterfactualSearched ? "show-counterfactual-none" : "show-counterfactual-not-searched"))]
      : items(counterfactual.map((change) => change.text), all)),
  ];
}

/** The result of `diff`. */
export function diffDocument(diff, before, after, all) {
  const { totals } = diff;
  const only = (key, groups) =>
    groups.length === 0 ? [] : [heading(sentence(key, { count: count(groups.length) })), ...items(groups.map((id) => named(id, all)), all)];
  return [
    title(`${before} → ${after}`),
    line(sentence("show-diff", { groups: counted(totals.groups, "group"), moved: count(totals.moved), stayed: count(totals.stayed) })),
    ...moveBlocks(diff.moved, all, ROWS_MAX),
    ...only("show-only-before", diff.onlyBefore),
    ...only("show-only-after", diff.onlyAfter),
  ];
}

/** The result of `plan`. */
export function planDocument(plan, where, all) {
  return [
    title(where),
    line(plan.assumption),
    line(sentence("show-load", { load: load(plan.load) })),
    ...plan.steps.flatMap((step, index) => [
      heading(`${index + 1}. ${step.action}`),
      line(
        sentence("show-step", {
          moved: counted(step.moved.length, "group moves", "groups move"),
          unserved: count(step.unserved),
          version: step.version ?? "-",
          load: load(step.load),
        }),
      ),
      ...moveBlocks(step.moved, all, STEP_ROWS_MAX),
    ]),
    heading(sentence("show-in-all")),
    line(
      sentence("show-plan", {
        moves: counted(plan.moves, "move"),
        touched: counted(plan.touched, "group"),
        groups: count(plan.groups),
        moved: count(plan.moved.length),
      }),
    ),
    // Why is told at each step; from the start to the end there may be several reasons.
    ...(plan.moved.length === 0 ? [] : tables(["group", "from", "to"], plan.moved, (move) => moveRow(move, all), all, ROWS_MAX)),
  ];
}

/** The document as lines of text, in pieces. */
export function* asText(document) {
  for (const block of document) yield* TEXT[block.kind](block);
}

/** The document as Markdown, in pieces. */
export function* asMarkdown(document) {
  for (const block of document) yield* MARKDOWN[block.kind](block);
}

/** An object as JSON with one element of each of its lists a line, in pieces: a report may be longer than a string can be. */
export function* asJson(value) {
  const members = Object.entries(value);
  yield "{\n";
  for (const [index, [key, member]] of members.entries()) {
    const end = index + 1 < members.length ? ",\n" : "\n";
    if (!Array.isArray(member) || member.length === 0) {
      yield `  ${JSON.stringify(key)}: ${JSON.stringify(member)}${end}`;
      continue;
    }
    yield `  ${JSON.stringify(key)}: [\n`;
    for (const [at, element] of member.entries()) yield `    ${JSON.stringify(element)}${at + 1 < member.length ? ",\n" : "\n"}`;
    yield `  ]${end}`;
  }
  yield "}\n";
}

function findingBlocks(report, all) {
  const { errors, warnings, infos } = report.totals;
  const summary = [counted(errors, "error"), counted(warnings, "warning"), counted(infos, "info", "infos")].join(", ");
  const sorted = SEVERITIES.flatMap((severity) => report.findings.filter((finding) => finding.severity === severity));
  const shown = all ? sorted : sorted.slice(0, FINDINGS_MAX);
  return [
    heading(`${sentence("show-findings")}: ${summary}`),
    ...shown.map((finding) => ({ kind: "finding", ...finding })),
    ...rest(sorted.length - shown.length),
  ];
}

function moveBlocks(moved, all, limit) {
  if (moved.length === 0) return [];
  return tables(["group", "from", "to", "why"], moved, (move) => [...moveRow(move, all), move.reason], all, limit);
}

function moveRow({ groupId, from, to }, all) {
  return [named(groupId, all), named(from, all), named(to, all)];
}

function section(key, columns, values, row, all) {
  return values.length === 0 ? [] : [heading(sentence(key)), ...tables(columns, values, row, all, ROWS_MAX)];
}

function tables(columns, values, row, all, limit) {
  const shown = all ? values : values.slice(0, limit);
  return [{ kind: "table", columns, rows: shown.map((value) => row(value).map(String)) }, ...rest(values.length - shown.length)];
}

function items(texts, all) {
  const shown = all ? texts : texts.slice(0, ITEMS_MAX);
  return [{ kind: "items", texts: shown, numbered: false }, ...rest(texts.length - shown.length)];
}

function rest(more) {
  return more > 0 ? [line(sentence("show-more", { count: count(more) }))] : [];
}

function load(loads) {
  return loads.map(({ broker, entries, hash }) => `${named(broker)} ${count(entries + hash)}`).join(", ");
}

const title = (text) => ({ kind: "title", text });
const heading = (text) => ({ kind: "heading", text });
const line = (text) => ({ kind: "line", text });
const steps = (texts) => ({ kind: "items", texts, numbered: true });

const TEXT = {
  *title({ text }) {
    yield `${shown(text)}\n`;
  },
  *heading({ text }) {
    yield `\n${shown(text)}\n`;
  },
  *line({ text }) {
    yield `  ${shown(text)}\n`;
  },
  *items({ texts, numbered }) {
    for (const [index, text] of texts.entries()) yield `  ${numbered ? `${index + 1}.` : "-"} ${shown(text)}\n`;
  },
  *table({ columns, rows }) {
    const names = columns.map((column) => column.replace(/^>/, ""));
    const cells = rows.map((row) => row.map(shown));
    const widths = names.map((name, at) => cells.reduce((most, row) => Math.max(most, width(row[at])), width(name)));
    for (const row of [names, ...cells]) {
      const padded = row.map((cell, at) => {
        const space = " ".repeat(widths[at] - width(cell));
        return columns[at].startsWith(">") ? space + cell : cell + space;
      });
      yield `  ${padded.join("  ").trimEnd()}\n`;
    }
  },
  *finding({ severity, code, file, path, line, column, message, advice }) {
    yield `  ${severity} ${code}\n    ${shown(place(file, path, line, column))}\n    ${shown(message)}\n    ${shown(advice)}\n`;
  },
};

const MARKDOWN = {
  *title({ text }) {
    yield `# ${escaped(text)}\n`;
  },
  *heading({ text }) {
    yield `\n## ${escaped(text)}\n`;
  },
  *line({ text }) {
    yield `\n${escaped(text)}\n`;
  },
  *items({ texts, numbered }) {
    yield "\n";
    for (const [index, text] of texts.entries()) yield `${numbered ? `${index + 1}.` : "-"} ${escaped(text)}\n`;
  },
  *table({ columns, rows }) {
    yield `\n| ${columns.map((column) => escaped(column.replace(/^>/, ""))).join(" | ")} |\n`;
    yield `|${columns.map((column) => (column.startsWith(">") ? "---:" : "---")).join("|")}|\n`;
    for (const row of rows) yield `| ${row.map(escaped).join(" | ")} |\n`;
  },
  *finding({ severity, code, file, path, line, column, message, advice }) {
    yield `\n- **${severity}** \`${code}\` ${escaped(place(file, path, line, column))}  \n  ${escaped(message)}  \n  ${escaped(advice)}\n`;
  },
};

function place(file, path, line, column) {
  return [line === null ? file : `${file}:${line}:${column}`, path].filter((part) => part !== null && part !== "").join(" ");
}

/** One line, safe for a terminal, of a bearable length. */
function shown(text) {
  const clean = safe(text);
  return clean.length <= LINE_MAX ? clean : `${[...clean].slice(0, LINE_MAX).join("")}…`;
}

function escaped(text) {
  return shown(text).replace(/[\\`*_{}[\]<>|#~&]/g, "\\$&");
}

const SEVERITIES = ["error", "warning", "info"];
const ROWS_MAX = 50;
const STEP_ROWS_MAX = 10;
const FINDINGS_MAX = 50;
const ITEMS_MAX = 20;
const LINE_MAX = 2000;
