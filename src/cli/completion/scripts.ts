/**
 * Completion scripts by shell. Each runs `weir complete`: the first line of the result tells whether file names are
 * possible, and each further line is a word. Words come from the repository, so no shell evaluates them.
 */
export const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = {
  bash: `# Completion of weir for bash: source this file, or put it into ~/.local/share/bash-completion/completions/weir.
_weir() {
  local -a answer
  local word
  COMPREPLY=()
  mapfile -t answer < <(weir complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ \${answer[0]-} != files ]] || compopt -o default
  for word in "\${answer[@]:1}"; do
    COMPREPLY+=("$(printf '%q' "$word")")
  done
}
complete -F _weir weir
`,
  zsh: `#compdef weir
# Completion of weir for zsh: put it as _weir into a folder of $fpath, or source it after compinit.
_weir() {
  local -a answer
  answer=("\${(@f)$(weir complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${#answer} < 2 )) || compadd -- "\${(@)answer[2,-1]}"
  [[ \${answer[1]-} != files ]] || _files
}
if [[ \${funcstack[1]-} == _weir ]]; then
  _weir "$@"
else
  compdef _weir weir
fi
`,
  fish: `# Completion of weir for fish: put it into ~/.config/fish/completions/weir.fish.
function __weir_complete
    set --local words (commandline --current-process --tokenize --cut-at-cursor)
    set --local current (commandline --current-token --cut-at-cursor)
    set --local answer (weir complete -- $words[2..] "$current" 2>/dev/null)
    if test "$answer[1]" = files
        __fish_complete_path "$current"
    end
    if test (count $answer) -gt 1
        printf '%s\\n' $answer[2..]
    end
end
complete --command weir --no-files --arguments '(__weir_complete)'
`,
};
