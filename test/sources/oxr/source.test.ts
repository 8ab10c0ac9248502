import { expect } from 'vitest';
import { folderOf } from '../../../src/sources/oxr/source.ts';
import { eachCase } from '../../support/cases.ts';

eachCase(`
  https://openexchangerates.org/api = openexchangerates.org/api   http://127.0.0.1:8787/api = 127.0.0.1_8787/api
  http://[::1]:8787/api = [__1]_8787/api   https://example.org = example.org   http://localhost/api = localhost/api
  https://EXAMPLE.org/a/b = example.org/a/b   https://example.org/../../etc = example.org/etc
  https://example.org/%2e%2e/%2e%2e/etc = example.org/etc   https://example.org:443/api = example.org/api
  https://localhost/api = https@localhost/api   https://127.0.0.1:8787/api = https@127.0.0.1_8787/api
  https://demo-1 = https@demo-1   https://demo-1/api = https@demo-1/api   https://demo-1.org/api = demo-1.org/api
`)('the folder of %s is %s', (url, name) => expect(folderOf(url)).toBe(name));
