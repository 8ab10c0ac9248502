# Makes a TAB print each match that it would offer, and its description, then <END>, and clear the line.
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
finish() {
  print -r -- '<END>'
  # no list, which may ask whether it is wanted
  compstate[list]= compstate[insert]=
  isFinished=1
}
# the shell ends where the completion fails
press-tab() {
  isFinished=
  # emptied each time
  comppostfuncs=( finish )
  { zle complete-word } always { [[ $isFinished ]] || exit; BUFFER= }
}
zle -N press-tab
bindkey '^I' press-tab
