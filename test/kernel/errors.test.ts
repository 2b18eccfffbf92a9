import { describe, expect, it } from '@jest/globals';
import { AppError, errorOf, errors, fault, kernelErrors } from '../../src/ground/kernel/errors.ts';

describe('an error', () => {
  it('says the sentence of its code, or more', () => {
    expect(kernelErrors.FORBIDDEN()).toMatchObject({
      kind: 'forbidden',
      code: 'FORBIDDEN',
      message: 'You are not allowed to do this.',
    });
    expect(kernelErrors.INSUFFICIENT_SCOPE({ message: 'This needs the scope write.' }).message).toContain('write');
    expect(fault('name', 'required')).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'name',
      message: 'name is required.',
      faults: [{ rule: 'required', parameters: {} }],
    });
  });

  it('can be made of a declared code alone', () => {
    expect(errorOf('INTERNAL')).toBeInstanceOf(AppError);
    // @ts-expect-error -- nobody declares this code
    expect(() => errorOf('NO_SUCH_CODE')).toThrow('not loaded');
    // @ts-expect-error -- nor does the kernel
    expect(kernelErrors.NO_SUCH_CODE).toBeUndefined();
  });

  it('has a code that is declared once, and added to all others', () => {
    expect(() => errors('another', { INTERNAL: ['invalid', ''] })).toThrow('declared twice');
    const { NOT_ADDED } = errors('another', { NOT_ADDED: ['invalid', 'This code is not in ErrorCodes.'] });
    // @ts-expect-error -- without its room's addition to ErrorCodes, it cannot be called
    expect(NOT_ADDED().kind).toBe('invalid');
  });
});
