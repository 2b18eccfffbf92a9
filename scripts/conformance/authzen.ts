import { checklist, type Spec } from './specs.ts';

/** How programs ask who may do what. */
export const authzen: readonly Spec[] = [
  {
    name: 'AuthZEN',
    title: 'AuthZEN Authorization API 1.0',
    url: 'https://openid.net/specs/authorization-api-1_0.html',
    musts: checklist(
      ['5.5', 'A decision may say why', 'says why'],
      ['6.1', 'A question has a subject, an action and a resource, each with its members'],
      ['6.2', 'A decision is true or false', 'decides'],
      ['7.1', 'Evaluations without a list are one evaluation'],
      ['7.1.1.1', 'A question replaces the defaults of the request'],
      ['7.1.2.1', 'All questions are answered, unless the request says otherwise', 'are all answered'],
      ['7.1.2.1', 'Answers end with the first permit or denial if asked', 'end with'],
      ['7.2', 'Answers come in the order of the questions, each with its own error'],
      ['8.2', 'A token leads to the next page, for the same search alone'],
      ['8.4', 'A search finds subjects of a type, whatever id is given'],
      ['8.5', 'A search finds resources of a type, whatever id is given'],
      ['8.6', 'A search finds actions'],
      ['9.1', 'The metadata name the decision point and its endpoints'],
      ['10.1.1', 'A request is a POST of a JSON object', 'JSON objects'],
      ['10.1.1', 'Other methods are refused', 'does not have'],
      ['10.1.3', 'The id of a request comes back in the answer'],
      ['11.3', 'Callers authenticate themselves'],
    ),
    declined: [],
  },
];
