/** What answers on the whole document, wherever something is done. Read with the first sign of somebody who does something, and once. */
import { offerCopies } from './copy-menu';
import { limitFields } from './field-limit';

offerCopies();
limitFields();
