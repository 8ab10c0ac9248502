# Types each line of stdin and a TAB into an interactive zsh that has loaded SCRIPT and HOOKS, and prints all that it
# shows; its errors go to stderr: SCRIPT=... HOOKS=... zsh -f press-tab.zsh ZSH
exec 9>&2
zmodload zsh/zpty && zpty shell "${(q)1} -f -i 2>&9" || exit
zpty -w shell 'autoload -U compinit; compinit -C -D; source $SCRIPT; source $HOOKS'
zpty -w shell '(( $+widgets[press-tab] )) && print READY || exit'
zpty -rm shell before $'*\nREADY' || { print -r -- ${(V)before}; exit 1 }
while IFS= read -r line; do
  zpty -wn shell $line$'\t'
  zpty -rm shell shown '*<END>' || { print -r -- ${(V)shown}; exit 1 }
  print -r -- $shown
done
