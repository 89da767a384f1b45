import { UsageFault } from '../failures.ts';

/** What a name may be that stands in a script of a shell: nothing there has a meaning to one. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const scripts: Readonly<Record<string, (name: string, id: string) => string>> = {
  bash: (name, id) => `# bash completion for ${name}. Install it with:  ${name} completion bash >> ~/.bashrc
_${id}_complete() {
  local line cur="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    [[ -n "$line" && "$line" == "$cur"* ]] && COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _${id}_complete ${name}
`,
  zsh: (name, id) => `#compdef ${name}
# zsh completion for ${name}. Install it with:  ${name} completion zsh >> ~/.zshrc
_${id}_complete() {
  local -a found
  local value text
  while IFS=$'\\t' read -r value text; do
    [[ -n "$value" ]] && found+=("\${value//:/\\\\:}:$text")
  done < <("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe '${name}' found; else _files; fi
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
compdef _${id}_complete ${name}
`,
  fish: (name, id) => `# fish completion for ${name}. Install it with:  ${name} completion fish > ~/.config/fish/completions/${name}.fish
function __${id}_complete
    set -l words (commandline -opc) (commandline -ct)
    $words[1] __complete -- $words[2..-1] 2>/dev/null
end
complete -c ${name} -a '(__${id}_complete)'
`,
};

export const shells: readonly string[] = Object.keys(scripts);

/** @throws {UsageFault} for another shell, or a name that a shell would read as more than a name */
export function printCompletion(shell: string, name: string): string {
  const print = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (print === undefined) throw new UsageFault(`No completion for ${JSON.stringify(shell)}`, `Shells: ${shells.join(', ')}`);
  if (!plainName.test(name)) throw new UsageFault(`A shell cannot complete a program that is called ${JSON.stringify(name)}`);
  return print(name, name.replaceAll(/[^A-Za-z0-9]/g, '_'));
}
