interface Circumstances {
  /** The request was sent, and perhaps paid for. */
  readonly lost: boolean;
  /** Another try would end the same way. */
  readonly final?: boolean;
  /** The service wants fewer requests at a time. */
  readonly throttled?: boolean;
  /** Milliseconds that the service asks to wait. */
  readonly after?: number | undefined;
}

/** Why a try brought no rates; another one may. */
export class NoAnswer extends Error {
  constructor(
    reason: string,
    readonly was: Circumstances,
  ) {
    super(reason);
  }
}

/** Bytes. */
export const largestBody = 32 * 1024 * 1024;

/** @param most bytes */
export const tooLarge = (most: number) =>
  new NoAnswer(`the answer is larger than ${most / 1024 / 1024} MB`, { lost: true, final: true });

interface Sending {
  readonly sent: boolean;
  /** Bytes that the answer may have. */
  readonly most?: number;
}

export function noAnswer(error: unknown, { sent, most = largestBody }: Sending): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { code = '', message } = error as { code?: string; message: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(most);
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code))
    return new NoAnswer(`the certificate is not trusted (${code})`, { lost: sent, final: true });
  return new NoAnswer(words.get(code) ?? `the connection failed (${code || message})`, { lost: sent });
}

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'host not found',
    EAI_AGAIN: 'the host name could not be looked up',
    EHOSTUNREACH: 'the host is unreachable',
    ENETUNREACH: 'the network is unreachable',
    ETIMEDOUT: 'the connection timed out',
    UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
    ECONNRESET: 'the connection was reset',
    UND_ERR_SOCKET: 'the connection was closed',
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer was cut off',
    Z_BUF_ERROR: 'the answer was cut off',
    Z_DATA_ERROR: 'the answer is not valid gzip',
  }),
);
