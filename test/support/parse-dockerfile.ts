export interface Instruction {
  readonly name: string;
  readonly text: string;
  /** Of the exec form. */
  readonly words?: readonly string[];
}

export interface Stage {
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

const known = new Set(['WORKDIR', 'ENV', 'COPY', 'RUN', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD', 'ARG', 'ENTRYPOINT', 'LABEL']);

/** Reads a Dockerfile as strictly as a linter: known instructions in stages, and programs in the exec form, to which signals arrive. */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: { from: string; instructions: Instruction[] }[] = [];
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ from: rest, instructions: [] });
    else if (!known.has(name) || stages.length === 0) throw new Error(`no instruction: ${line}`);
    else stages.at(-1)?.instructions.push({ name, text: rest, ...programOf(name, rest) });
  }
  return stages;
}

function programOf(name: string, text: string): Pick<Instruction, 'words'> {
  if (!['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].includes(name)) return {};
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')));
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) throw new Error(`${name} is not in the exec form`);
  return { words };
}
