import fc from 'fast-check';

type Any<OptionsOf extends readonly unknown[]> = { readonly [At in keyof OptionsOf]: fc.Arbitrary<OptionsOf[At]> };
type Statement<OptionsOf extends readonly unknown[]> = (...given: OptionsOf) => void | Promise<void>;

export const always = <OptionsOf extends readonly unknown[]>(any: Any<OptionsOf>, statement: Statement<OptionsOf>) =>
  alwaysIn(undefined, any, statement);

export function alwaysIn<OptionsOf extends readonly unknown[]>(
  numRuns: number | undefined,
  any: Any<OptionsOf>,
  statement: Statement<OptionsOf>,
): Promise<void> {
  const property = fc.asyncProperty(fc.tuple(...any), async (given) => statement(...(given as unknown as OptionsOf)));
  return fc.assert(property, numRuns === undefined ? {} : { numRuns });
}

/** As `fc.string({ unit: 'binary' })`, which lists all characters first: two seconds of CPU in each process. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800)) }),
);
