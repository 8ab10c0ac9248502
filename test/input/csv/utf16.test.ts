import { expect, test } from 'vitest';
import { asUtf8, type ByteOrder, byteOrderOf, inUtf16 } from '../../../src/input/csv/text.ts';

const text = '\ufeffTag;Betrag\r\n17.1.2024;"1.250,00 €"\r\n𝄞;ä\n';

const orders: readonly ByteOrder[] = ['le', 'be'];

function written(order: ByteOrder): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

async function read(bytes: Buffer, length: number): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  const all: Buffer[] = [];
  for await (const piece of asUtf8(pieces(), () => new Error('damaged'))) all.push(piece);
  return Buffer.concat(all);
}

test.each(orders)('UTF-16 %s becomes UTF-8, however it is cut, and itself again', async (order) => {
  const bytes = written(order);
  expect(byteOrderOf(bytes)).toBe(order);
  for (const length of [2, 3, 5, 7, 1000]) {
    const utf8 = await read(bytes, length);
    expect(utf8.toString()).toBe(text);
    expect(inUtf16(utf8.toString('latin1'), order)).toEqual(bytes);
  }
});

test.each(orders)('UTF-16 %s that ends within a sign is damaged', async (order) => {
  const bytes = written(order);
  await expect(read(bytes.subarray(0, -1), 1000)).rejects.toThrow('damaged');
  // between the two halves of a sign beyond the basic plane
  await expect(read(bytes.subarray(0, -8), 1000)).rejects.toThrow('damaged');
});

test('other bytes pass as they are', async () => {
  const bytes = Buffer.from([0xff, 0x41, 0xfe, 0x00, 0x80]);
  expect(await read(bytes, 2)).toEqual(bytes);
});
