import { completionFunction, shells, type Shell } from '../../terminal/index.ts';
import { UsageFault } from '../failures.ts';

/** What a name may be that stands in a script of a shell: nothing there has a meaning to one. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const installed: Readonly<
  Record<Shell, { readonly into: (name: string) => string; readonly register: (name: string, id: string) => string }>
> = {
  bash: { into: () => '>> ~/.bashrc', register: (name, id) => `complete -o default -F _${id}_complete ${name}` },
  zsh: { into: () => '>> ~/.zshrc', register: (name, id) => `compdef _${id}_complete ${name}` },
  fish: {
    into: (name) => `> ~/.config/fish/completions/${name}.fish`,
    register: (name, id) => `complete -c ${name} -f -a '(_${id}_complete)'`,
  },
};

/** @throws {UsageFault} for another shell, or a name that a shell would read as more than a name */
export function printCompletion(typed: string, name: string): string {
  const shell = shells.find((one) => one === typed);
  if (shell === undefined) throw new UsageFault(`No completion for ${JSON.stringify(typed)}`, `Shells: ${shells.join(', ')}`);
  if (!plainName.test(name)) throw new UsageFault(`A shell cannot complete a program that is called ${JSON.stringify(name)}`);
  const id = name.replaceAll(/[^A-Za-z0-9]/g, '_');
  const { into, register } = installed[shell];
  return [
    ...(shell === 'zsh' ? [`#compdef ${name}`] : []),
    `# ${shell} completion for ${name}. Install it with:  ${name} completion ${shell} ${into(name)}`,
    completionFunction(shell, { id }),
    `${register(name, id)}\n`,
  ].join('\n');
}
