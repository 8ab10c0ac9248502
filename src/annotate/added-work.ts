import type { Added } from './added.ts';
import { Lack, type Make, RowWork } from './row-work.ts';
import type { TableRow } from './table.ts';

const isNoLack = <Made>(made: Made | Lack): made is Made => !(made instanceof Lack);

/** Makes what is added to rows; what cannot be made is told. */
export class AddedWork<Made> {
  readonly #added: Added;
  readonly #work: RowWork<Made>;
  readonly #nothing: readonly undefined[];

  constructor(added: Added, make: Make<Made>) {
    this.#added = added;
    this.#work = new RowWork(added, make, added.onCaveat);
    this.#nothing = new Array<undefined>(added.reader.sums.length * added.targets).fill(undefined);
  }

  /** For each amount of the row each of its targets. */
  of(row: TableRow): readonly (Made | undefined)[] {
    const made = this.#work.of(row);
    if (made instanceof Lack) {
      this.#tell(made, row);
      return this.#nothing;
    }
    // nearly always true
    if (made.every(isNoLack)) return made;
    return made.map((each) => (each instanceof Lack ? this.#tell(each, row) : each));
  }

  #tell({ trouble, cell }: Lack, { line }: TableRow): undefined {
    this.#added.onTrouble(trouble, line, cell);
  }
}
