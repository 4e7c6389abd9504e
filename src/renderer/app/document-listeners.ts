/** Listeners on the whole document. Loaded once, at the first sign that somebody does something. */
import { catchFocus } from './catch-focus';
import { offerCopies } from './copy-menu';
import { limitFields } from './field-limit';

catchFocus();
offerCopies();
limitFields();
