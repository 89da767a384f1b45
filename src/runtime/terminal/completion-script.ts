/** Definition of the function of a shell that asks a program for proposals when Tab is pressed. */
const functions = {
  bash: ({ find, id }: Asking) => `_${id}_complete() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line at=0
  COMPREPLY=()
  ${find === undefined ? '' : `${find} || return\n  `}[[ "$cur" == "=" ]] && cur=
  while IFS=$'\\t' read -r line _; do
    [[ -n "$line" && "$line" == "$cur"* ]] && COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[@]:0:at+1}" __complete -- "\${COMP_WORDS[@]:at+1:COMP_CWORD-at}" 2>/dev/null)
}`,
  zsh: ({ find, id }: Asking) => `_${id}_complete() {
  local -a found
  local value text
  local -i at=1
  ${find === undefined ? '' : `${find} || return\n  `}while IFS=$'\\t' read -r value text; do
    [[ -n "$value" ]] && found+=("\${value//:/\\\\:}:$text")
  done < <("\${(@)words[1,at]}" __complete -- "\${(@)words[at+1,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe '${id}' found; else _files; fi
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }`,
  fish: ({ find, id }: Asking) => `function _${id}_complete
    set -l at ${find === undefined ? '1' : `(${find}); or return`}
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1..$at] __complete -- $words[(math $at + 1)..-1] 2>/dev/null)
    if test -n "$found"
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end`,
};

interface Asking {
  /** Between `_` and `_complete` in the function's name. */
  readonly id: string;
  /** Function of the shell for lines that begin with another program: it sets `at` to the word that starts this one (fish: prints it), or fails. */
  readonly find?: string;
}

export type Shell = keyof typeof functions;

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

export const completionFunction = (shell: Shell, asking: Asking): string => functions[shell](asking);
