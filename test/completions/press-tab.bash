# Calls the completion function as bash does for a TAB: bash press-tab.bash SCRIPT COMP_LINE COMP_WORDS...
source "$1"
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=("${@:3}") COMP_CWORD=$(($# - 3))
_ratebook
printf '%s\n' "${COMPREPLY[@]}" '<END>'
