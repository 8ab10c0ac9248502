/** Blue, vermilion, green, purple and grey: told apart by colour-blind readers too. */
const light = {
  paper: '#ffffff',
  ink: '#1a1a1a',
  quiet: '#5c5c5c',
  grid: '#e3e3e3',
  lines: ['#0068b3', '#d04a00', '#00795a', '#a8327d', '#6b6b6b'],
};

const dark: typeof light = {
  paper: '#16191d',
  ink: '#eceef0',
  quiet: '#a3a9b0',
  grid: '#30353b',
  lines: ['#5cb3f2', '#ff8a4c', '#37c79d', '#ec8bc6', '#b9bec4'],
};

const rules = ({ paper, ink, quiet, grid, lines }: typeof light) =>
  [
    `.ratebook .paper{fill:${paper}}`,
    `.ratebook{color:${ink}}`,
    `.ratebook .quiet{color:${quiet}}`,
    `.ratebook .grid{color:${grid}}`,
    ...lines.map((colour, at) => `.ratebook .symbol-${at + 1}{color:${colour}}`),
  ].join('\n');

export const style = `
.ratebook text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums;fill:currentColor}
.ratebook .title{font-size:18px;font-weight:600}
.ratebook .code{font-weight:600}
.ratebook .number{text-anchor:end}
.ratebook .date{text-anchor:middle}
.ratebook line{stroke:currentColor}
.ratebook .line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
.ratebook .fine{stroke-width:1}
${rules(light)}
@media (prefers-color-scheme:dark){
${rules(dark)}
}
`;
