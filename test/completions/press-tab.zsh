# Types LINE and a TAB into an interactive zsh that has loaded SCRIPT, and prints what it offers:
# zsh -f press-tab.zsh ZSH SCRIPT HOOKS LINE
zmodload zsh/zpty
zpty shell $1 -f -i
zpty -w shell "autoload -U compinit; compinit -C -d \$HOME/dump; source $2; source $3; print READY"
zpty -r shell ignored $'*\nREADY'
zpty -n -w shell "$4"$'\t'
zpty -r shell offered '*<END>'
print -r -- "$offered"
zpty -d shell
