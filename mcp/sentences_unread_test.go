package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestWhatCannotBeReadLowersConfidence: texts in scripts that the compact models do not know are new and no copies of each other, a question about something else finds
// weak hits alone, and the answer says once that it cannot judge.
func TestWhatCannotBeReadLowersConfidence(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, texts := range [][4]string{ // three memories, of which each is about something else, and a question about a fourth thing
		{"서울은 오늘 비가 옵니다", "데이터베이스 백업이 실패했습니다", "고양이가 지붕 위에 있습니다", "누가 커피 기계를 청소합니까"},
		{"วันนี้ฝนตกในกรุงเทพ", "เซิร์ฟเวอร์ฐานข้อมูลเต็มแล้ว", "แมวอยู่บนหลังคา", "ใครทำความสะอาดเครื่องชงกาแฟ"},
		{"आज दिल्ली में बारिश है", "डेटाबेस का बैकअप विफल हुआ", "बिल्ली छत पर है", "कॉफी मशीन कौन साफ करता है"},
		{"היום יורד גשם בחיפה", "גיבוי מסד הנתונים נכשל", "החתול על הגג", "מי מנקה את מכונת הקפה"},
		{"اليوم تمطر في القاهرة", "فشل نسخ قاعدة البيانات", "القطة فوق السطح", "من ينظف آلة القهوة"},
		{"今天北京下雨", "数据库备份失败了", "猫在屋顶上", "谁打扫咖啡机"},
		{"今日は東京で雨が降る", "データベースのバックアップに失敗した", "猫が屋根にいる", "誰がコーヒーメーカーを掃除しますか"},
		{"დღეს თბილისში წვიმს", "მონაცემთა ბაზის ასლი ვერ შეიქმნა", "კატა სახურავზეა", "ვინ წმენდს ყავის მანქანას"},
		{"இன்று சென்னையில் மழை", "தரவுத்தள காப்பு தோல்வியடைந்தது", "பூனை கூரையில் உள்ளது", "காபி இயந்திரத்தை யார் சுத்தம் செய்கிறார்கள்"},
		{"Այսօր Երևանում անձրև է", "Տվյալների բազայի պատճենը ձախողվեց", "Կատուն տանիքին է", "Ո՞վ է մաքրում սուրճի մեքենան"},
		{"ዛሬ በአዲስ አበባ ዝናብ አለ", "የውሂብ ጎታ ምትኬ አልተሳካም", "ድመቷ ጣሪያ ላይ ናት", "የቡና ማሽኑን ማን ያጸዳል"},
		{"আজ ঢাকায় বৃষ্টি হচ্ছে", "ডাটাবেসের ব্যাকআপ ব্যর্থ হয়েছে", "বিড়াল ছাদের উপর", "কফি মেশিন কে পরিষ্কার করে"},
		{"ယနေ့ ရန်ကုန်တွင် မိုးရွာသည်", "ဒေတာဘေ့စ် အရန်ကူးခြင်း မအောင်မြင်ပါ", "ကြောင်သည် ခေါင်မိုးပေါ်တွင်", "ကော်ဖီစက်ကို ဘယ်သူ သန့်ရှင်းသလဲ"},
		{"ថ្ងៃនេះភ្លៀងនៅភ្នំពេញ", "ការបម្រុងទុកមូលដ្ឋានទិន្នន័យបរាជ័យ", "ឆ្មានៅលើដំបូល", "អ្នកណាសម្អាតម៉ាស៊ីនកាហ្វេ"},
	} {
		ns := "unread-" + string(rune('a'+i))
		for _, text := range texts[:3] {
			body, refused := c.call("inject_context", map[string]any{"content": text, "rationale": "note", "namespace": ns})
			if refused != nil || body["error"] != nil {
				t.Fatal(text, refused, body)
			}
			if body["duplicateOf"] != nil || body["similar_to"] != nil || at(body, "utl.entropy").(float64) < .5 {
				t.Errorf("%q is known: %v, %v, entropy %v", text, body["duplicateOf"], body["similar_to"], at(body, "utl.entropy"))
			}
		}
		body, words := c.said("search_graph", map[string]any{"query": texts[3], "namespace": ns})
		if body["unread"] == nil || strings.Count(words, "No relevance: ") != 1 {
			t.Errorf("%q: unread %v, in words\n%s", texts[3], body["unread"], words)
		}
		for _, h := range body["results"].([]any) {
			if p, _ := at(h, "relevance").(float64); p > .1 || body["nothingRelevant"] != true && at(h, "weak") != true {
				t.Errorf("%q: %v has a relevance of %v, weak %v, nothing relevant %v", texts[3], at(h, "snippet"), p, at(h, "weak"), body["nothingRelevant"])
			}
		}
	}
}
