import type { Every } from '../../calendar/period.ts';
import type { Json } from '../../json.ts';
import type { TakeName } from '../../rates/aggregate.ts';
import type { RateRule } from '../../rates/rules.ts';

export type Answer = { readonly [name: string]: Json };

/** What the tools ask for, in the words of the command line. @throws Failure */
export interface Desk {
  convert(asked: Conversion): Promise<Answer>;
  rates(asked: View & { readonly day?: string }): Promise<Answer>;
  series(asked: Range): Promise<Answer>;
  currencies(asked: { readonly word?: string }): Promise<Answer>;
  status(): Promise<Answer>;
}

export interface Conversion {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly on?: string;
  readonly rate?: RateRule;
}

export interface View {
  readonly base?: string;
  readonly symbols?: string;
}

export interface Range extends View {
  readonly start: string;
  readonly end?: string;
  readonly every?: Every;
  readonly take?: TakeName;
  readonly summary?: boolean;
}
