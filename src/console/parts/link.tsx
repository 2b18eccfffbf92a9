import { Anchor, Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link to a page of the console. */
export const LinkTo = createLink(Anchor<'a'>);
/** A button that leads to a page of the console. */
export const ButtonTo = createLink(Button<'a'>);
