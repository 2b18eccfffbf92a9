import type { ReactNode } from 'react';
import { PageHead } from '../page-head.tsx';
import { isVoid, Listing, type ListingProps } from './listing.tsx';

interface ListPageProps {
  title: string;
  lead?: string;
  /** What begins a new one. */
  action?: ReactNode;
  /** What else can be done, beside the action. */
  beside?: ReactNode;
  /** Between the head and the list, such as dialogs. */
  above?: ReactNode;
}

/** A page that is one list: all objects of a kind. Where there are none, the action is where they would be. */
export function ListPage<Data, Row, Field extends string>({
  title,
  lead,
  action,
  beside,
  above,
  ...list
}: ListPageProps & ListingProps<Data, Row, Field>) {
  return (
    <>
      <PageHead title={title} lead={lead}>
        {beside}
        {!isVoid(list) && action}
      </PageHead>
      {above}
      <Listing label={title} action={action} {...list} />
    </>
  );
}
