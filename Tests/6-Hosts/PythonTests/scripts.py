# Copyright AsyncTextLayer contributors
# SPDX-License-Identifier: Apache-2.0
"""Words of 25 scripts, all in the built-in fonts."""

WORDS = {
    "Latin": "Ágnes fjord Übergröße quixotic Więź".split(),
    "Greek": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία".split(),
    "Cyrillic": "Съешь ещё этих мягких французских".split(),
    "Armenian": "Բել դղյակի ձախ ժամն օֆ".split(),
    "Georgian": "საქართველო ყველა ადამიანი თბილისი".split(),
    "Hebrew": "דג סקרן שט בים מאוכזב".split(),
    "Arabic": "نص حكيم له سر قاطع وذو شأن".split(),
    "Devanagari": "ऋषियों को सताने वाले दुष्ट राक्षसों".split(),
    "Bengali": "আমার সোনার বাংলা আমি তোমায়".split(),
    "Gurmukhi": "ਸਾਰੇ ਇਨਸਾਨ ਆਜ਼ਾਦ ਪੈਦਾ ਹੁੰਦੇ".split(),
    "Gujarati": "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ".split(),
    "Tamil": "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாக".split(),
    "Telugu": "ప్రతిపత్తి స్వత్వముల విషయమున మానవులెల్లరును".split(),
    "Kannada": "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ".split(),
    "Malayalam": "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും സ്വാതന്ത്ര്യത്തോടും".split(),
    "Sinhala": "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත".split(),
    "Thai": "เป็น มนุษย์ สุด ประเสริฐ เลิศ".split(),
    "Lao": "ມະນຸດ ທຸກຄົນ ເກີດມາ ມີສິດ".split(),
    "Khmer": "មនុស្ស ទាំងអស់ កើត មក".split(),
    "Myanmar": "လူတိုင်း တန်းတူ လွတ်လပ်သော ဂုဏ်သိက္ခာ".split(),
    "Tibetan": "འགྲོ བ མི རིགས".split(),
    "Ethiopic": "የሰው ልጅ ሁሉ ሲወለድ".split(),
    "Han": "人人生而自由 尊严 权利".split(),
    "Kana": "すべての ニンゲン は".split(),
    "Hangul": "모든 인간은 태어날 때부터".split(),
}
RIGHT_TO_LEFT = ("Hebrew", "Arabic")
