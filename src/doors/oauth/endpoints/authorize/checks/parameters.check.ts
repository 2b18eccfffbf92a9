import { refuse, type Check } from '../attempt.ts';

/** RFC 6749 §3.1: no parameter is given more than once. None has a NUL byte, which PostgreSQL cannot store. */
export const checkParameters: Check = ({ parameters, repeated }) => {
  const [twice] = repeated;
  if (twice !== undefined) return refuse('invalid_request', `${printable(twice)} is given more than once.`);
  const broken = [...parameters].find(([, value]) => value.includes('\0'));
  return broken && refuse('invalid_request', `${printable(broken[0])} holds a NUL byte.`);
};

// RFC 6749 §4.1.2.1: an error_description has only ASCII.
const printable = (name: string): string => (/^[\w.~-]{1,64}$/.test(name) ? name : 'A parameter');
