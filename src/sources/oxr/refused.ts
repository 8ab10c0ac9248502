import { Failure } from '../../errors.ts';
import { forUser, ratebook } from '../../hint.ts';
import type { Feature, KeyOrigin, RefusalKind } from '../source.ts';

/** What the service says of an error. */
export interface Told {
  readonly status: number;
  /** A word, such as `not_allowed`; empty if there is none. */
  readonly message: string;
  readonly description: string;
}

interface Refusal {
  /** What the plan lacks. */
  readonly feature: Feature | undefined;
  readonly told: Told;
  readonly host: string;
  readonly origin: KeyOrigin | undefined;
}

const derivedHere = 'leave out --no-store and --raw to have the rates derived here, on any plan';

/** A refusal in words, with what to do about it. */
export function failureOf(kind: RefusalKind, { feature, told, host, origin }: Refusal): Failure {
  const { status, message, description } = told;
  const said = `${status}${message && ` ${message}`}`;

  switch (kind) {
    case 'key': {
      const key = origin ? `the app_id from ${origin.from}` : 'the app_id';
      return new Failure(
        'app_id_refused',
        `${host} ${whyKey(message, key)} (${said})`,
        origin?.hint ?? forUser('config', 'set', 'app_id'),
      );
    }

    case 'quota': {
      const until = /until \d{4}-\d{2}-\d{2}/.exec(description)?.[0];
      const quota = `the quota of this app_id is used up${until ? ` ${until}` : ''}`;
      return new Failure('quota_used_up', `${quota} (${said})`);
    }

    case 'not_allowed': {
      const isDerivable = feature === 'base' || feature === 'symbols';
      return new Failure(
        'not_on_plan',
        `the plan of this app_id does not allow ${feature ?? 'this request'} (${said})`,
        ...(isDerivable ? [derivedHere] : []),
      );
    }

    case 'invalid_base': {
      const base = /\[([A-Z0-9_]{2,12})\]/.exec(description)?.[1];
      return new Failure('no_rate', `${host} does not know the base${base ? ` ${base}` : ''} (${said})`);
    }

    case 'not_available':
      return new Failure('request_refused', `${host} does not have the requested rates (${said})`);

    case 'other':
      return otherFailure(status, said, host);
  }
}

function whyKey(message: string, key: string): string {
  if (message === 'missing_app_id') return 'requires an app_id';
  return message === 'app_id_inactive' ? `says that ${key} is inactive` : `refuses ${key}`;
}

function otherFailure(status: number, said: string, host: string): Failure {
  if (status === 304)
    return new Failure(
      'service_failed',
      `${host} answered "not modified" (${said}) to an unconditional request`,
      'a proxy or cache in between may be the cause',
    );

  if (status >= 300 && status < 400)
    return new Failure(
      'wrong_address',
      `${host} redirects (${said}), and redirects are not followed`,
      'set the new address: ratebook config set base_url URL',
    );

  if (status === 404)
    return new Failure(
      'wrong_address',
      `${host} does not know this address (${said})`,
      ratebook('config', 'get', 'base_url').in((line) => `check it: ${line}`),
    );
  return new Failure('request_refused', `${host} refused the request (${said})`);
}
