import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/ground/config/load.ts';

const levelsOf = (text: string) => loadConfig({ ACR_LEVELS: text }).authentication.levels;

describe('ACR_LEVELS', () => {
  it('has three levels by default', () => {
    expect(loadConfig({}).authentication.levels.map(({ value }) => value)).toEqual([
      'urn:guildhall:acr:1',
      'urn:guildhall:acr:2',
      'urn:guildhall:acr:3',
    ]);
  });

  it('takes values of applications, with an equals sign in a URL too, and the ways that reach them', () => {
    expect(levelsOf('https://a.example/?loa=1=any , b=otp|password+passkey,c=otp+password')).toEqual([
      { value: 'https://a.example/?loa=1', ways: [[]] },
      { value: 'b', ways: [['otp'], ['password', 'passkey']] },
      { value: 'c', ways: [['otp', 'password']] },
    ]);
  });

  it.each([
    ['nothing', 'any'],
    ['a value alone', 'a'],
    ['an unknown method', 'a=any,b=sms'],
    ['an empty way', 'a=any,b=otp|'],
    ['any as one of several ways', 'a=any|otp'],
    ['a lowest level that not every login reaches', 'a=password'],
    ['a value twice', 'a=any,a=otp'],
    ['a blank in a value', 'a=any,b c=otp'],
    ['a level that needs less than the one before', 'a=any,b=passkey,c=otp|passkey'],
    ['too many', Array.from({ length: 17 }, (_, index) => `a${index}=any`).join()],
  ])('refuses %s, with the other faults', (_name, text) => {
    const load = () => loadConfig({ ACR_LEVELS: text, PORT: 'x' });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      expect((error as ConfigError).faults.map(({ variable }) => variable)).toEqual(['PORT', 'ACR_LEVELS']);
    }
  });
});
