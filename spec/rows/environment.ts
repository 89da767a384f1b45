import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What is decided when a server is built, and what where it runs. */
export const rows: readonly RequirementRow[] = rowsOf({
  'environment.run-time':
    'A bundle reads `process.env` where it runs, `NODE_ENV` included, when its modules load and in calls: on Node from the process, on a worker from its bindings. No build puts a value of its own environment into a bundle.',
  'environment.platform-file':
    "A project's own file of the worker platform whose date and flags leave `process.env` empty is a warning that names the file and the flag, when the sources read `process.env`.",
  'environment.platform-file.named':
    'A named environment of the platform file inherits date, flags, `main` and migrations unless it has its own, and neither variables nor bindings: each is judged as it would be deployed, and told at its own line.',
  'environment.define':
    '`build.define` alone puts a constant in the place of a variable, with either bundler; the bundle then ignores the variable.',
  'environment.options':
    'An option that a condition on the environment gives or leaves out is decided by every start: the bundle carries what both outcomes need. A server whose `auth` depends on the environment is never open where its source asks for sign-in.',
  'environment.union':
    'Where a branch of the sources decides an option of the server (a condition, `&&`, `||`, `??`, a spread, a table, the ends of a function), the bundle carries what every branch needs; an option of an entry that is open counts as one that may need any feature. The build reads the branches and invents no value for a variable.',
  'environment.union.plugins':
    'Where a branch of the sources decides an option of a plugin that keeps something, the bundle has the driver of every store that its target reaches by name; the start chooses.',
  'environment.variants':
    'The texts that `build.variants` lists for a variable are looked at in every combination, the first of each being what a build without a value assumes; the bundle carries what all of them need, several auth modes included. A combination that the definitions refuse is the error variant-refused at the option, a variable that they do not read the warning variant-unread. A start with a text that is not listed is refused by a message that names the variable and the listed texts; a variable that is not set is not.',
  'environment.lists':
    'A list that the environment decides is that of every start: what any branch of the sources lists has its JSON Schemas, validation and features in the bundle.',
  'environment.lists.hidden':
    'A tool that the build did not find, and that no branch of the sources lists, is refused at start by its name, with the ways to write it.',
  'environment.build':
    "Definitions are evaluated with the system's own variables, those of `env.shared` and of `.env`, and the variables of the shell that `build.env` names; no others. What they read is told with file and line.",
  'isolation.writes': "Evaluating definitions or a config writes no file outside the project's cache; an attempt is an error at its line.",
  'isolation.processes': 'Evaluating definitions starts no process, by whatever path the code reaches for one.',
  'isolation.late': 'Loading that does not end within its time is stopped; the error names the line that was running.',
  'environment.effects':
    'Timers that keep a process alive, listeners of `process`, a changed working folder, set variables and changed globals are warnings at their lines when files of the project cause them while they load.',
  'isolation.escapes':
    "A restricted process sends no signal to another one, reaches no network (lookups of names included), and writes no file by what Node's permission model leaves open: databases, socket files, traces.",
  'isolation.inspector': 'SIGUSR1 does not open the inspector of the command line.',
  'isolation.off':
    'Where the definitions load a native add-on or start a thread they are evaluated in an unrestricted process, and a warning at that line says that isolation is off.',
  'foreign.project':
    '`audit`, `doctor` and `inspect` load a config in a restricted process without the variables of the shell; a word that the config does not hold never loads it.',
  'foreign.variables':
    'Variables of a project never stand in the environment that a process of ours starts with: `NODE_OPTIONS` or `LD_PRELOAD` of a foreign `.env` lift no restriction.',
  'foreign.held':
    'Under `audit`, `doctor` and `inspect` definitions write nothing, not even to a cache, and get no unrestricted process unless `--unrestricted` says so; programs that these commands start do not run in the folder of the project.',
  'foreign.bounded': 'What a restricted process reports is bounded in bytes and time, and what is no report is a finding.',
  'foreign.nested':
    'A source or a config that is nested deeper than its reader can follow is said as that, by its name where brackets make it deep, and is no defect of ours.',
  'foreign.endless':
    'A pipe, a device or a link to one in a project, where a command, the bundler or TypeScript would read it, is refused by name by every command before anything is read.',
  'foreign.record':
    'A record of an earlier build, which may come with a project, lets a build remove only files that are still what that build wrote.',
  'foreign.commit':
    '`contract diff --against <commit>` reads the contract.json that the commit holds and runs nothing of the commit; without one it says how to write it.',
  'files.inside':
    'Commands read and write inside their folder: a path or a symlink of a project that leads out of it is refused before anything is written, and the message names where it leads.',
  'foreign.no-evaluate': '`audit --no-evaluate` runs nothing of a project: it reads the sources, and a config only as JSON, and says so.',
  'environment.failures':
    'Callers are told the text and the stack of an internal failure only where `NODE_ENV` is set to something other than `production`; without it, on every host, an error id alone.',
  'contract.elsewhere':
    'contract.json holds nothing that the time, chance or the machine of the build decides: such members are left open and named in `decidedAtStart`; each start lists what it decides.',
  'build.inputs':
    "An unchanged build does nothing; a change of any file that a check reads makes it build: sources, declaration files, the chain of tsconfig files, package.json, lock files, the template of the environment, the platform's file, and the variables of the build.",
  'environment.told':
    '`check` names every variable that the project reads while it is loaded, with file and line; a list that another environment decides otherwise is a warning, and a module that fails for want of a variable an error that names it and `build.env`.',
});
