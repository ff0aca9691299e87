"""The sections of the law as data, and the code that reads them."""
