placement-not-utf8 = group id at index { $index } is not UTF-8
placement-lone-surrogate = group id at index { $index } holds a lone surrogate, so it has no UTF-8 form
placement-too-many = more group ids than the limit of { $limit }
