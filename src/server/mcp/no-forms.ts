// In the bundle, this replaces a module of the protocol's package that brings a validator of JSON schemas,
// half as large as all the rest. Only forms that a server has its client fill in are checked by it: there are
// none.

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('there are no forms');
  }
}
