/** A question that a host asks when it installs a server, and the variable that its answer becomes. */
export interface InstallationQuestion {
  readonly variable: string;
  /** In the manifest; hosts put the answer where `${user_config.<key>}` stands. */
  readonly key: string;
  /** The answer is a list. Hosts expand lists into arguments only; these follow `--` and `--<key>`. */
  readonly multiple?: true;
}

const placeholderOf = ({ key }: InstallationQuestion): string => `\${user_config.${key}}`;

/**
 * Called before the user's modules load. Hosts leave the placeholder of a question that was left blank: such a variable is unset. The answers to
 * questions for lists are taken from the arguments; their variables hold them as JSON, and `process.argv` keeps them behind `--`.
 */
export function takeInstallationAnswers(questions: readonly InstallationQuestion[]): void {
  for (const question of questions) if (process.env[question.variable] === placeholderOf(question)) delete process.env[question.variable];
  const end = process.argv.indexOf('--');
  if (end === -1) return;
  const given = process.argv.slice(end + 1);
  const lists = questions.filter(({ multiple }) => multiple);
  const starts = lists.map(({ key }) => given.indexOf(`--${key}`));
  // Somebody else started it: these are not a host's arguments.
  if (starts.includes(-1)) return;
  const all = lists.flatMap((question, at) => {
    const values = given.slice((starts[at] ?? 0) + 1, starts[at + 1]).filter((value) => value !== placeholderOf(question));
    if (values.length > 0) process.env[question.variable] = JSON.stringify(values);
    return values;
  });
  process.argv.splice(end, Infinity, ...(all.length === 0 ? [] : ['--', ...all]));
}
