import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('is not a whole number of at least 0');
  return Number(text);
}

export function decimalCount(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) > 20)
    throw new InvalidArgumentError('is not a whole number from 0 to 20');
  return Number(text);
}

/** One byte that is neither a quote nor a line end. */
export function delimiterSign(text: string): string {
  const sign = /^(tab|\\t)$/i.test(text) ? '\t' : text;
  if (!/^[^"\r\n\x80-\uffff]$/.test(sign))
    throw new InvalidArgumentError('is not one ASCII character, nor tab');
  return sign;
}

export function percent(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}(\.\d+)?$/.test(text) || number === 0)
    throw new InvalidArgumentError('is not a percentage above 0');
  return number;
}

export function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('is not a port, 0 to 65535');
  return Number(text);
}
