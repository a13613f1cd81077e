// What `kaas-orrery --help` and `kaas-orrery COMMAND --help` say.

export const HELP = {
  "": `kaas-orrery: which broker coordinates a consumer group, and why

  kaas-orrery analyze PATH                what a volume says: groups, transactions, findings
  kaas-orrery explain GROUP --volume PATH why a group is coordinated where it is, and what would change that
  kaas-orrery diff BEFORE AFTER           which groups two volumes coordinate differently
  kaas-orrery plan PATH --restart all     which groups a change of brokers moves, step by step
  kaas-orrery run FILE|DIR...             plays scenarios and checks what they expect
  kaas-orrery COMMAND --help              more about a command
  kaas-orrery --version

PATH is a __cluster directory, the directory that holds one, or an assignment.json. It is only read, never written.
Results go to stdout, everything else to stderr.
Exit code: 0 fine, 1 a finding or a failed expectation, 2 bad input, 3 a run stopped at a limit.
`,
  analyze: `kaas-orrery analyze PATH [--fail-on error|warning|info|none] [--format text|json|md] [--all]

Every group with its coordinator, tier, hash answer and home broker, every transaction, and what is wrong or odd.

  --fail-on LEVEL   exit with 1 if there is a finding of this severity or worse (default: error)
  --format FORMAT   text (default), json (complete) or md
  --all             do not shorten lists and names in text and md

Exit code: 0 nothing found at that level, 1 something found, 2 there is no volume at PATH.
`,
  explain: `kaas-orrery explain [--] GROUP --volume PATH [--format text|json|md] [--all]
kaas-orrery explain [--] GROUP --brokers a,b,c [--dead b] [--draining c] [--format text|json|md] [--all]

Who coordinates the group, each step of the answer with its numbers, and the smallest changes that would give another one.
Write -- before a group that begins with a dash, and "" for the group with the empty name.

  --volume PATH     a volume or an assignment.json
  --brokers IDS     instead of a volume: these brokers, separated by commas, and no entries
  --dead IDS        of these, the ones that are dead
  --draining IDS    of these, the ones that are draining

Exit code: 0, or 2 if the assignment cannot be read or an argument is wrong.
`,
  diff: `kaas-orrery diff BEFORE AFTER [--format text|json|md] [--all]

Which groups have another coordinator in AFTER than in BEFORE, from where to where, and why.

Exit code: 0 whether or not anything moved, 2 bad input.
`,
  plan: `kaas-orrery plan PATH STEP... [--how crash|drain] [--active all|entries|FILE] [--format text|json|md] [--all]

Which groups move at each step, and back. Steps happen in the order in which they are written:

  --restart all     every broker that runs goes down and comes back, one after the other
  --restart a,b     these, in this order
  --down b          crashes and stays down
  --drain b         announces its shutdown and stays up
  --add b           a new broker joins
  --remove b        a broker leaves for good

  --how crash       (default) a restarted broker just goes: its entries are dropped and the hash answers
  --how drain       it drains first: its entries are picked anew
  --active WHO      which groups have members, which a volume does not show: entries (default: those with an entry),
                    all, or a FILE with one group a line (or a JSON list of strings, if its name ends in .json)

Exit code: 0, or 2 bad input.
`,
  run: `kaas-orrery run FILE|DIR... [--trace] [--seed N] [--format text|json]
kaas-orrery run FILE|DIR... --record [--all]

Plays scenarios (all *.json below a DIR) and checks what they expect. Failures are shown with what was found instead.

  --trace           show every event, one a line
  --seed N          the seed of the random part of member ids; 0 to 2^53-1
  --format FORMAT   text (default), or json: one object a scenario and line
  --record          write the real values into the files where they have holes ("?")
  --record --all    drop the expectations that are there and write new ones

Exit code: 0 all passed, 1 an expectation failed, 2 a file is no scenario, 3 a run stopped at a limit.
Steps that this version cannot play yet are told, and do not fail.
`,
};
