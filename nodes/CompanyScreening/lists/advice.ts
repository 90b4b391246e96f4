// What to do about a list that cannot be read.
export const SAVE_AS = 'Save the list as an Excel workbook (.xlsx) or as "CSV UTF-8", and run this again.';
