# Calls the completion function as bash does for a TAB, after each line of stdin: COMP_LINE, a tab, and COMP_WORDS
# with tabs between: bash press-tab.bash SCRIPT
source "$1"
while IFS= read -r typed; do
  COMP_LINE=${typed%%$'\t'*}
  COMP_WORDS=() rest=${typed#*$'\t'}$'\t'
  while [[ $rest ]]; do
    COMP_WORDS+=("${rest%%$'\t'*}")
    rest=${rest#*$'\t'}
  done
  COMP_POINT=${#COMP_LINE} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
  _ratebook
  printf '%s\n' "${COMPREPLY[@]}" '<END>'
done
