import { Anchor, Checkbox, createTheme, Drawer, Modal, Popover, Tooltip } from '@mantine/core';

// The colors are variables of style.css. Scroll locks would write a style element, which the page's policy refuses.
export const theme = createTheme({
  fontFamily: 'var(--console-font)',
  fontFamilyMonospace: 'var(--console-mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A link is as large as the text around it.
    Anchor: Anchor.extend({ defaultProps: { inherit: true } }),
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Popover: Popover.extend({ defaultProps: { returnFocus: true } }),
    Checkbox: Checkbox.extend({ defaultProps: { radius: 'sm' } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true } }),
  },
});
