import { describe, expect, it } from '@jest/globals';
import { defaultDataDir } from '../../src/ground/config/data-dir.ts';

describe('defaultDataDir', () => {
  it.each([
    [{ home: '/root', uid: 0 }, '/var/lib/guildhall'],
    [{ home: '/root', uid: 0, xdgDataHome: '/data' }, '/var/lib/guildhall'],
    [{ home: '/home/ada', uid: 1000 }, '/home/ada/.local/share/guildhall'],
    [{ home: '/home/ada', uid: 1000, xdgDataHome: '/data/ada' }, '/data/ada/guildhall'],
    [{ home: '/home/ada', uid: 1000, xdgDataHome: 'data' }, '/home/ada/.local/share/guildhall'],
    [{ home: '/home/ada', uid: 1000, xdgDataHome: '' }, '/home/ada/.local/share/guildhall'],
    [{ home: '/Users/ada' }, '/Users/ada/.local/share/guildhall'],
  ])('of %j is %s', (owner, expected) => {
    expect(defaultDataDir(owner)).toBe(expected);
  });
});
