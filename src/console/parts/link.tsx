import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link to a page of the console. */
export const LinkTo = createLink(Anchor<'a'>);
