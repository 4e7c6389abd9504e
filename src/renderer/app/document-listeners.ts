/** Listeners on the whole document. Loaded once, at the first sign that somebody does something. */
import { catchFocus } from './catch-focus';
import { offerCopies } from './copy-menu';
import { limitFields } from './field-limit';
import { undoInFields } from './field-undo';

catchFocus();
offerCopies();
limitFields();
undoInFields();
