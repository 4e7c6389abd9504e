/** How far each menu is from the button that opens it, and from the edges of the window, in px. */
export const MENU_PLACE = { sideOffset: 4, collisionPadding: 8 } as const;
