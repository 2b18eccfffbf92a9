import { fragment, sql, type Besides } from '../../ground/kernel/database.ts';

/** A proof of possession as a statement redeems it. A statement without one gets nulls. */
export interface SpentProof {
  readonly clientId: string;
  /** In hexadecimal digits. */
  readonly proofHash: string;
  /** As text. */
  readonly proofEnd: string;
}

/** The parts that a lookup's key has for it, with their SQL types. */
export const PROOF_PARTS = { clientId: 'text', proofHash: 'text', proofEnd: 'text' } as const;

/** What a statement that redeems a proof returns besides. */
export interface ProofUse {
  /** False if the proof was used before. */
  readonly isFresh: boolean;
}

/**
 * Redeems proofs within a statement that reads what their requests need, which spares a round trip. `from` has the columns
 * of SpentProof. Returns the hashes of those that nobody has used. The order keeps simultaneous statements from deadlocks, and
 * the lock keeps a client from being deleted meanwhile.
 */
export const spendProofs = (from: string): string =>
  fragment(
    'grants.spend-proofs',
    `insert into used_proofs (customer_id, client_id, proof_hash, expires_at)
     select c.customer_id, c.id, decode(p."proofHash", 'hex'), p."proofEnd"::timestamptz
     from ${from} p cross join lateral (select * from clients where id = p."clientId" limit 1 for key share) c
     order by p."proofHash"
     on conflict do nothing
     returning proof_hash`,
  );

/** Makes a lookup redeem a proof with each key. Of several keys with the same proof, one is fresh. */
export const spendingProof: Besides = {
  expression: `spent as (${spendProofs('asked')})`,
  column: `decode(asked."proofHash", 'hex') in (select proof_hash from spent)
     and row_number() over (partition by asked."clientId", asked."proofHash" order by asked.n) = 1 as "isFresh"`,
};

/** Redeems a proof by itself, once its request has proved something else. No row if it was used before. */
export const spendProof = sql<{ isFresh: true }, SpentProof>(
  'grants.spend-proof',
  `with asked as (
     select :clientId::text as "clientId", :proofHash::text as "proofHash", :proofEnd::text as "proofEnd"
   ), spent as (
     ${spendProofs('asked')}
   )
   select true as "isFresh" from spent`,
);

/** Whether client `clients` has not used the proof with this hash (an expression). Nothing is redeemed. */
export const isUnused = (proofHash: string): string =>
  `not exists (
     select from used_proofs p
     where p.customer_id = clients.customer_id and p.client_id = clients.id and p.proof_hash = decode(${proofHash}, 'hex')
     offset 0)`;
