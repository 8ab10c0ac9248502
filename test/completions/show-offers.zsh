# Makes the completion system print each match that it would offer, and its description, and then end the shell.
bindkey '^I' complete-word
compadd() {
  # Called for its side effects, not to add matches.
  if [[ " ${@[1,(i)(-|--)]} " == *\ -(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a matches texts
  local at=$@[(I)-d] i
  (( at )) && texts=( "${(@P)@[at+1]}" )
  builtin compadd -A matches -D texts "$@"
  for (( i = 1; i <= $#matches; i++ )); do
    print -r -- "<OFFER>$IPREFIX$matches[i]"$'\t'"${texts[i]#*-- }"
  done
  builtin compadd "$@"
}
finish() { print -r -- '<END>'; exit }
comppostfuncs=( finish )
