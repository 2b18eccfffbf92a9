// What `@jest/globals` is for modules that several test files import: the functions of the file that runs now.

const current = () => globalThis[Symbol.for('guildhall.jest')];
const ofCurrent = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _self, given) => current()[name](...given),
    get: (_target, property) => current()[name][property],
  });

export const afterAll = ofCurrent('afterAll');
export const afterEach = ofCurrent('afterEach');
export const beforeAll = ofCurrent('beforeAll');
export const beforeEach = ofCurrent('beforeEach');
export const describe = ofCurrent('describe');
export const expect = ofCurrent('expect');
export const it = ofCurrent('it');
export const jest = ofCurrent('jest');
