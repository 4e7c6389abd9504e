/**
 * Listeners on the whole document, and the code that shows a session, so that the first look-up does not wait for it.
 * Loaded once, at the first sign of activity.
 */
import { catchFocus } from './catch-focus';
import { offerCopies } from './copy-menu';
import { limitFields } from './field-limit';
import { undoInFields } from './field-undo';

catchFocus();
offerCopies();
limitFields();
undoInFields();
void import('../features/sessions/RefreshedResult.vue');
void import('../features/sessions/kept-input-store');
void import('../components/WorkingPane.vue');
